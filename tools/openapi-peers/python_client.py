"""Runs a client that openapi-python-client made: python_client.py ORIGIN KEY ADDRESS."""
import sys

from coldpress_studio_client import AuthenticatedClient, models
from coldpress_studio_client.api.collections import create_collection
from coldpress_studio_client.api.sales import cancel_sale, create_sale
from coldpress_studio_client.api.tokens import add_tokens
from coldpress_studio_client.api.webhooks import (
    create_webhook,
    delete_webhook,
    get_webhook,
    webhooks,
)

origin, key, address = sys.argv[1:]
client = AuthenticatedClient(origin, key, prefix="", auth_header_name="x-api-key")
app = models.AppId.LOCAL

collection = create_collection.sync(
    app,
    client=client,
    body=models.CollectionRequest.from_dict(
        {
            "name": "By openapi-python-client",
            "payout_address": address,
            "policy": {"lock": False},
            "metadata": {"attributes": {"Plant": "<plant>"}},
        }
    ),
)
assert isinstance(collection, models.Collection), collection
added = add_tokens.sync(
    app,
    collection.id,
    client=client,
    body=models.AddTokensRequest.from_dict(
        {
            "tokens": [
                {
                    "name": "Fern No. 01",
                    "asset_name": "Fern01",
                    "image": "ipfs://QmRhTTbUrPYEw3mJGGhQqQST9k86v1DPBiTTWJGKDJsVFw",
                    "metadata_attributes": [{"tag": "<plant>", "value": "Fern"}],
                }
            ]
        }
    ),
)
assert isinstance(added, models.AddedTokens), added
sale = create_sale.sync(
    app,
    collection.id,
    client=client,
    body=models.FixedSaleRequest(
        type_="fixed",
        price=25_000_000,
        reservation_time=900,
        tokens=[token.id for token in added.data],
    ),
)
assert isinstance(sale, models.Sale), sale
cancelled = cancel_sale.sync(app, collection.id, sale.id, client=client)
assert isinstance(cancelled, models.CancelledSale), cancelled
assert cancelled.status == "CANCELLED"
webhook = create_webhook.sync(
    app,
    client=client,
    body=models.WebhookRequest.from_dict(
        {
            "type": "nft_api",
            "name": "Shop",
            "network": "testnet",
            "callback_url": "http://127.0.0.1:9/events",
        }
    ),
)
assert isinstance(webhook, models.WebhookMade), webhook
assert webhook.secret
listed = webhooks.sync(app, client=client, size=100)
assert webhook.id in [item.id for item in listed.data]
assert delete_webhook.sync(app, webhook.id, client=client).deleted is True
gone = get_webhook.sync(app, webhook.id, client=client)
assert isinstance(gone, models.Error) and gone.status_code == 404, gone
