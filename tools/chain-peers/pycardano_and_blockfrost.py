"""Pays, mints, burns and spends from a script with pycardano, which speaks to the devnet through
blockfrost-python; then reads every path that blockfrost-python has and the devnet serves."""

from blockfrost import BlockFrostApi
from pycardano import *

from devnet import fund, metadata_of, receiver, report, token, url, wait_for

# it adds /v0 to the base URL itself
context = BlockFrostChainContext(token, base_url=url.removesuffix("/v0"))
signing_key = PaymentSigningKey.generate()
key_hash = signing_key.to_verification_key().hash()
address = Address(key_hash, key_hash, network=Network.TESTNET)
stake_address = Address(staking_part=key_hash, network=Network.TESTNET)
fund(str(address))

script = ScriptPubkey(key_hash)
policy_id = script.hash()
script_address = Address(policy_id, network=Network.TESTNET)
name = AssetName(b"Peer")


def submit(builder):
    builder.add_input_address(address)
    transaction = builder.build_and_sign([signing_key], change_address=address)
    context.submit_tx(transaction)
    wait_for(str(transaction.id))
    return str(transaction.id)


def with_script():
    """A builder that counts and makes the signature that the script asks for."""
    return TransactionBuilder(context, native_scripts=[script])


def mint_tokens(quantity, metadata=None):
    builder = with_script()
    builder.mint = MultiAsset({policy_id: Asset({name: quantity})})
    if metadata is not None:
        builder.auxiliary_data = AuxiliaryData(Metadata({721: metadata}))
    return submit(builder)


builder = TransactionBuilder(context)
builder.add_output(TransactionOutput(Address.from_primitive(receiver), 5_000_000))
pay = submit(builder)
mint = mint_tokens(2, metadata_of(str(policy_id)))
burn = mint_tokens(-1)
builder = TransactionBuilder(context)
builder.add_output(TransactionOutput(script_address, 7_000_000))
lock = submit(builder)
[locked] = context.utxos(script_address)
builder = with_script()
builder.add_script_input(locked, script)
unlock = submit(builder)
balance = sum((utxo.output.amount for utxo in context.utxos(address)), Value())

# it adds /v0 to the base URL itself
api = BlockFrostApi(project_id=token, base_url=url.removesuffix("/v0"))
print(api.epoch_latest().epoch)
print(api.address_utxos(str(address), gather_pages=True))

epoch = api.epoch_latest().epoch
asset = str(policy_id) + name.payload.hex()
[metadata] = api.transaction_metadata(mint, return_type="json")
reads = [
    api.root(),
    api.health(),
    api.genesis(),
    api.network(),
    api.epoch(epoch),
    api.epoch_latest_parameters(),
    api.epoch_protocol_parameters(epoch),
    api.mempool(),
    api.metrics(),
    api.block_latest(),
    api.block_latest_transactions(),
    api.block(1),
    api.block_transactions(1),
    api.blocks_next(0),
    api.blocks_previous(1),
    api.address(str(address)),
    api.address_total(str(address)),
    api.address_utxos_asset(str(address), asset),
    api.address_transactions(str(address)),
    api.accounts(str(stake_address)),
    api.transaction(mint),
    api.transaction_utxos(mint),
    api.transaction_metadata_cbor(mint),
    api.transaction_cbor(mint),
    api.transaction_redeemers(mint),
    api.metadata_label_json("721"),
    api.asset(asset),
    api.asset_history(asset),
    api.asset_transactions(asset),
    api.asset_addresses(asset),
    api.assets_policy(str(policy_id)),
    api.script(str(policy_id)),
    api.script_json(str(policy_id)),
    api.script_cbor(str(policy_id)),
    api.script_redeemers(str(policy_id)),
]
assert None not in reads
report(
    asset=asset,
    pay=pay,
    mint=mint,
    burn=burn,
    lock=lock,
    unlock=unlock,
    held=str(balance.multi_asset[policy_id][name]),
    title=metadata["json_metadata"][str(policy_id)]["Peer"]["name"],
)
