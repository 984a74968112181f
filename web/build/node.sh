# Sourced: whether there is a Node.js that can build the app, and the packages it is built from.

# Prints what is missing, and fails then.
find_node() {
    command -v node >/dev/null && command -v npm >/dev/null || {
        echo "Node.js is not installed"
        return 1
    }
    [ "$(node -p 'process.versions.node.split(".")[0]')" -ge 20 ] || {
        echo "Node.js $(node -v) is too old"
        return 1
    }
}

# Installs what the lock file names, unless that is what is there.
install_packages() {
    sum=$(cat package.json package-lock.json | cksum)
    [ "$(cat node_modules/.installed 2>/dev/null)" = "$sum" ] && return
    npm ci --no-audit --no-fund --ignore-scripts || return 1
    echo "$sum" >node_modules/.installed
}
