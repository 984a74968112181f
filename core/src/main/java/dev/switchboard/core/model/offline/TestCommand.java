package dev.switchboard.core.model.offline;

/** What "run the tests" means: the usual command of the build that is found in the folder. */
final class TestCommand {
    private static final String[] WORDS = {
        "the tests", "tests", "all tests", "all the tests", "my tests", "our tests", "the test suite", "the unit tests"
    };

    /** The first that is found; a folder without any of them fails in words. */
    static final String LOOK = String.join(
            " ",
            "if [ -x ./gradlew ]; then ./gradlew test;",
            "elif [ -x ./mvnw ]; then ./mvnw -q test;",
            "elif [ -f pom.xml ]; then mvn -q test;",
            "elif [ -f package.json ]; then npm test;",
            "elif [ -f Cargo.toml ]; then cargo test;",
            "elif [ -f go.mod ]; then go test ./...;",
            "elif [ -f pyproject.toml ] || [ -f pytest.ini ] || [ -f setup.py ]; then python3 -m pytest;",
            "elif [ -f Makefile ]; then make test;",
            "else echo 'There is no build here whose tests I know how to run.'; exit 1; fi");

    private TestCommand() {}

    static String instead(String said) {
        for (String words : WORDS) {
            if (new Phrase(said).takesAll(words)) {
                return LOOK;
            }
        }
        return said;
    }
}
