"""What both programs here have in common: where the devnet is, test ADA, and the report that
test/peers reads from the standard output."""

import json
import os
import time
import urllib.error
import urllib.request

url = os.environ["DEVNET_URL"]
token = os.environ["DEVNET_TOKEN"]
# The address that each program pays.
receiver = os.environ["DEVNET_RECEIVER"]


def ask(path, body=None):
    headers = {"project_id": token, "content-type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(url + path, data, headers)) as reply:
        return json.load(reply)


def wait_for(transaction):
    """Waits until a transaction is in a block; the test ends a program that waits forever."""
    while True:
        try:
            ask(f"/txs/{transaction}")
            return
        except urllib.error.HTTPError as error:
            if error.code != 404:
                raise
        time.sleep(0.2)


def fund(address):
    """Gives an address 100 test ADA."""
    wait_for(ask("/devnet/fund", {"address": address, "lovelace": "100000000"})["tx_hash"])


def metadata_of(policy_id):
    """CIP-25 metadata of the token `Peer`."""
    return {policy_id: {"Peer": {"name": "Peer", "image": "ipfs://x"}}}


def report(**result):
    print(json.dumps(result))
