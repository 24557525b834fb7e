"""`make deploy ENV=...`: provision, then deploy the Worker."""

import sys

from scripts.provision import main

if __name__ == "__main__":
    sys.exit(main(deploy=True))
