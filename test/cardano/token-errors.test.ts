import { describe, expect, it } from 'vitest'
import { withCsl } from '#cardano/csl.ts'
import { generatePolicyKey, signBody } from '#cardano/keys.ts'
import { PolicyId, TxId } from '#cardano/ids.ts'
import { metadataBytes, metadataCbor, tokenMetadata } from '#cardano/metadata.ts'
import { policyIdOf, scriptFromJson, scriptToCbor } from '#cardano/scripts.ts'
import type { TokenContent } from '#cardano/template.ts'
import { maxTokenMetadataBytes, mintTransactionBytes, tokenErrors } from '#cardano/token-errors.ts'
import type { MetadataTemplate } from '#contract/collections/collection.ts'
import { limits } from '#values/bounds/limits.ts'

const token: TokenContent = {
  asset_name: 'Face1',
  name: 'Face #1',
  image: 'ipfs://QmRzicpReutwCkM6aotuKjErFCUD213DpwPq6ByuzMJaua',
  metadata_attributes: [{ tag: '<color>', value: 'blue' }],
  custom_attributes: {},
}
const template = { attributes: { Colour: '<color>', artist: 'Ada' } }
const errorsOf = (change: Partial<TokenContent>, of: MetadataTemplate = template) =>
  tokenErrors(of, { ...token, ...change })
const long = 'x'.repeat(65)

describe('the errors of a token', () => {
  it('are none when every tag has its value', () => {
    expect(errorsOf({})).toEqual([])
    expect(errorsOf({ metadata_attributes: [{ tag: 'color', value: '' }] })).toEqual([])
    expect(tokenErrors(undefined, { ...token, metadata_attributes: [] })).toEqual([])
  })

  it('a tag without a value', () => {
    expect(errorsOf({ metadata_attributes: [] })).toEqual([
      {
        field: 'metadata_attributes',
        rule: 'missing_tag',
        message: 'no value for the tag <color>; every tag of the collection needs one',
      },
    ])
  })

  it('a value for an unknown tag, also where there is no template or a lone tag of an own field', () => {
    const unknown = {
      field: 'metadata_attributes[1].tag',
      rule: 'unknown_tag',
      message: 'the collection has no tag <size>',
    }
    const metadata_attributes = [...token.metadata_attributes, { tag: '<size>', value: 'L' }]
    expect(errorsOf({ metadata_attributes })).toEqual([unknown])
    expect(errorsOf({ metadata_attributes }, { ...template, name: '<size>' })).toEqual([unknown])
    expect(tokenErrors(undefined, token)).toMatchObject([{ rule: 'unknown_tag' }])
  })

  it('a tag given twice, in either spelling', () => {
    const metadata_attributes = [
      { tag: '<color>', value: 'blue' },
      { tag: 'color', value: 'blue' },
    ]
    expect(errorsOf({ metadata_attributes })).toEqual([
      {
        field: 'metadata_attributes[1].tag',
        rule: 'duplicate_tag',
        message: 'the tag <color> is given twice',
      },
    ])
  })

  it('a tag may name a field of the token: a value is allowed, not required', () => {
    const mixed = { ...template, description: 'of <name>' }
    const value = { tag: '<name>', value: 'x' }
    expect(errorsOf({}, mixed)).toEqual([])
    const metadata_attributes = [...token.metadata_attributes, value]
    expect(errorsOf({ metadata_attributes }, mixed)).toEqual([])
  })

  it.each(['name', 'image', 'mediaType', 'description', 'files', 'color', 'artist'])(
    'a custom attribute "%s" that is on chain already',
    (key) => {
      expect(errorsOf({ custom_attributes: { [key]: 'x' } })).toMatchObject([
        { field: `custom_attributes.${key}`, rule: 'clashing_attribute' },
      ])
    },
  )

  it('a custom attribute may have the display name of a tag, which is not on chain', () => {
    expect(errorsOf({ custom_attributes: { Colour: 'x' } })).toEqual([])
  })

  it('names, media types and keys that cannot be split', () => {
    const files = [{ src: '<image>', name: '<color>', media_type: '<color>' }]
    const errors = errorsOf(
      {
        media_type: `image/${long}`,
        custom_attributes: { [long]: 'x', '': 'x' },
        metadata_attributes: [{ tag: '<color>', value: long }],
      },
      { ...template, name: 'Face in <color>', files },
    )
    expect(errors.map(({ field, rule }) => [field, rule])).toEqual(
      [
        'name',
        'media_type',
        'files[0].name',
        'files[0].media_type',
        `custom_attributes.${long}`,
        'custom_attributes.',
      ].map((field) => [field, 'attribute_too_long']),
    )
    expect(errors[0]?.message).toBe('73 bytes in UTF-8, at most 64 allowed')
  })

  it('a name or image whose tag the token cannot fill', () => {
    const texts = { name: 'Art: <description>', image: 'data:<media_type>,x' }
    expect(errorsOf({}, { ...template, ...texts }).map(({ field, rule }) => [field, rule])).toEqual(
      [
        ['name', 'unresolved_tag'],
        ['image', 'unresolved_tag'],
      ],
    )
    const given = { description: 'x', media_type: 'image/png' }
    expect(errorsOf(given, { ...template, ...texts })).toEqual([])
    expect(errorsOf({}, { ...template, description: '<media_type> x' })).toEqual([])
  })

  it('metadata that cannot fit a transaction of its own', () => {
    const sized = (length: number) => ({ custom_attributes: { story: 'x'.repeat(length) } })
    const policy = PolicyId('00'.repeat(28))
    const bytesFor = (length: number) =>
      metadataBytes(tokenMetadata(template, { ...token, ...sized(length) }, policy))
    let fits = 0
    let over: number = limits.transactionBytes
    while (over - fits > 1) {
      const middle = Math.floor((fits + over) / 2)
      if (bytesFor(middle) > maxTokenMetadataBytes) over = middle
      else fits = middle
    }
    expect(errorsOf(sized(fits))).toEqual([])
    expect(errorsOf(sized(over))).toMatchObject([{ field: 'metadata', rule: 'metadata_too_large' }])
  })
})

describe('the room for the rest of a minting transaction', () => {
  it('is enough for the smallest one, and not wasteful', () => {
    const [policyKey, paymentKey] = [generatePolicyKey(), generatePolicyKey()]
    const script = scriptFromJson({
      type: 'all',
      scripts: [
        { type: 'sig', keyHash: policyKey.keyHash },
        { type: 'before', slot: 4_294_967_296 },
      ],
    })
    const content = { ...token, asset_name: 'x'.repeat(limits.ledgerAssetNameBytes) }
    const metadata = tokenMetadata(template, content, policyIdOf(script))
    const size = withCsl((csl, own) => {
      const number = (value: bigint) => own(csl.BigNum.from_str(String(value)))
      const hash = (hex: string) =>
        own(csl.Credential.from_keyhash(own(csl.Ed25519KeyHash.from_hex(hex))))
      const address = own(
        own(csl.BaseAddress.new(0, hash(paymentKey.keyHash), hash(policyKey.keyHash))).to_address(),
      )
      const native = own(csl.NativeScript.from_hex(scriptToCbor(script)))
      const policyHash = own(native.hash())
      const name = own(csl.AssetName.new(Buffer.from(content.asset_name)))

      const inputs = own(csl.TransactionInputs.new())
      const txHash = own(csl.TransactionHash.from_hex('ff'.repeat(32)))
      inputs.add(own(csl.TransactionInput.new(txHash, 300)))
      const assets = own(csl.Assets.new())
      assets.insert(name, number(1n))
      const tokens = own(csl.MultiAsset.new())
      tokens.insert(policyHash, assets)
      const outputs = own(csl.TransactionOutputs.new())
      for (const value of [
        csl.Value.new_with_assets(number(1_500_000n), tokens),
        csl.Value.new(number(10_000_000_000n)),
      ])
        outputs.add(own(csl.TransactionOutput.new(address, own(value))))
      const body = own(csl.TransactionBody.new_tx_body(inputs, outputs, number(300_000n)))
      body.set_ttl(number(4_294_967_296n))
      const minted = own(csl.MintAssets.new())
      minted.insert(name, own(csl.Int.new_i32(1)))
      const mint = own(csl.Mint.new())
      mint.insert(policyHash, minted)
      body.set_mint(mint)
      const auxiliary = own(csl.AuxiliaryData.from_hex(metadataCbor(metadata)))
      body.set_auxiliary_data_hash(own(csl.hash_auxiliary_data(auxiliary)))

      const witnesses = own(csl.TransactionWitnessSet.new())
      const scripts = own(csl.NativeScripts.new())
      scripts.add(native)
      witnesses.set_native_scripts(scripts)
      const transaction = own(
        csl.FixedTransaction.new_with_auxiliary(
          body.to_bytes(),
          witnesses.to_bytes(),
          auxiliary.to_bytes(),
          true,
        ),
      )
      const txId = TxId(own(transaction.transaction_hash()).to_hex())
      for (const key of [policyKey, paymentKey]) {
        const { publicKey, signature } = signBody(key, txId)
        const vkey = own(csl.Vkey.new(own(csl.PublicKey.from_hex(publicKey))))
        const sign = own(csl.Ed25519Signature.from_hex(signature))
        transaction.add_vkey_witness(own(csl.Vkeywitness.new(vkey, sign)))
      }
      return transaction.to_bytes().length
    })
    const rest = size - metadataBytes(metadata)
    expect(rest).toBeLessThanOrEqual(mintTransactionBytes)
    expect(rest).toBeGreaterThan(mintTransactionBytes - 100)
  })
})
