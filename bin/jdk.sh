# Finds a JDK 25. Sourced by ./switchboard and the scripts beside this one; needs nothing but a POSIX shell.
#
#   find_jdk && echo "$JDK"

# Reads the version from the JDK's own `release` file: starting each JVM to ask it would take half a second.
is_jdk_25() {
    [ -r "$1/release" ] && [ -x "$1/bin/java" ] && [ -x "$1/bin/javac" ] || return 1
    while IFS= read -r line; do
        case $line in
            JAVA_VERSION=\"25\" | JAVA_VERSION=\"25.* | JAVA_VERSION=\"25[-+]*) return 0 ;;
        esac
    done <"$1/release"
    return 1
}

# SWITCHBOARD_JDKS names other folders to look in, instead of the usual ones.
find_jdk() {
    if [ -n "${JAVA_HOME:-}" ] && is_jdk_25 "$JAVA_HOME"; then
        JDK=$JAVA_HOME
        return 0
    fi
    JDK=$(command -v java 2>/dev/null) && JDK=$(readlink -f "$JDK" 2>/dev/null) && JDK=${JDK%/bin/java} \
        && is_jdk_25 "$JDK" && return 0
    if [ -n "${SWITCHBOARD_JDKS:-}" ]; then
        set -- "$SWITCHBOARD_JDKS"/*
    else
        set -- /usr/lib/jvm/* /usr/java/* /usr/local/lib/jvm/* /opt/java/* /opt/jdk* \
            "${HOME:-}"/.sdkman/candidates/java/* "${HOME:-}"/.jdks/* \
            /Library/Java/JavaVirtualMachines/*/Contents/Home
    fi
    for JDK in "$@"; do
        is_jdk_25 "$JDK" && return 0
    done
    if [ -z "${SWITCHBOARD_JDKS:-}" ] && [ -x /usr/libexec/java_home ]; then
        JDK=$(/usr/libexec/java_home -v 25 2>/dev/null) && is_jdk_25 "$JDK" && return 0
    fi
    JDK=
    return 1
}

no_jdk() {
    echo "switchboard: no JDK 25 found (looked at JAVA_HOME, PATH, /usr/lib/jvm, ~/.sdkman) — install one, for example" \
        "Temurin 25 from https://adoptium.net, or with: sdk install java 25-tem" >&2
}
