import { describe, expect, it } from 'vitest'
import { inspectPolicy } from '#app/policies/inspect.ts'
import { scriptFromJson, scriptToCbor } from '#cardano/scripts.ts'
import { vectors } from '../../cardano/vectors.ts'

const keyHash = 'e09d36c79dec9bd1b3d9e152247701cd0bb860b5ebfd1de8abb6735a'
const sig = { type: 'sig', keyHash }
/** Every seed of a signing key in this file; none may come back in an answer or an error. */
const seed = '547281266bc5467a10f2f50ddf10e2d0c05ebf780785ebee40c1869b08c1c35a'

describe('reads every form to the same policy', () => {
  it.each(vectors.nativeScripts)(
    'a policy is inspected from every form: $name',
    ({ script, policy_id: policyId }) => {
      const cbor = scriptToCbor(scriptFromJson(script))
      const envelope = { type: 'SimpleScript', description: '', cborHex: cbor }
      const forms = [
        JSON.stringify(script),
        `\uFEFF ${JSON.stringify(script, null, 4)}\n`,
        cbor,
        `${cbor.toUpperCase()}\r\n`,
        JSON.stringify(envelope),
        JSON.stringify({ ...envelope, cborHex: `8200${cbor}` }),
        JSON.stringify({ lock: true, policy_id: policyId, script }),
        JSON.stringify({ id: 'c1', policy: { lock: false, script, policy_id: policyId } }),
      ]
      const facts = forms.map((form) => inspectPolicy(form))
      expect(new Set(facts.map((one) => one.policy_id))).toEqual(new Set([policyId]))
      for (const one of facts) expect(one).toEqual(facts[0])
    },
  )

  it.each(vectors.registry)('script CBOR of the token registry: $name', (entry) => {
    expect(inspectPolicy(entry.script_cbor).policy_id).toBe(entry.policy_id)
  })
})

describe('what it tells', () => {
  const locking = JSON.stringify({
    type: 'all',
    scripts: [sig, { type: 'before', slot: '87134400' }],
  })

  it('has exactly the fields of the command line', () => {
    expect(inspectPolicy(locking)).toEqual({
      policy_id: expect.stringMatching(/^[0-9a-f]{56}$/u),
      script: { type: 'all', scripts: [sig, { type: 'before', slot: 87_134_400 }] },
      key_hashes: [keyHash],
      lock_slot: 87_134_400,
      lock_time: '2023-03-13T09:44:51.000Z',
      network: 'mainnet',
    })
  })

  it.each([
    ['mainnet', '2023-03-13T09:44:51.000Z'],
    ['preprod', '2025-03-24T12:00:00.000Z'],
    ['preview', '2025-07-29T12:00:00.000Z'],
    ['devnet', '2027-10-06T12:00:00.000Z'],
  ] as const)('tells the time of the slot on %s', (network, time) => {
    expect(inspectPolicy(locking, { network })).toMatchObject({ lock_time: time })
  })

  it("counts the slots of the network that fits the file's lock time", () => {
    const lock_time = '2025-03-24T12:00:00.000Z'
    const exported = JSON.stringify({ lock: true, lock_time, script: JSON.parse(locking) })
    expect(inspectPolicy(exported)).toMatchObject({ network: 'preprod', lock_time })
  })

  it('has no lock where nothing locks', () => {
    const after = { type: 'any', scripts: [sig, { type: 'after', slot: 5 }] }
    expect(inspectPolicy(JSON.stringify(after))).toMatchObject({ lock_slot: null, lock_time: null })
  })

  it('keeps a slot that no number holds, and has no time for one that no date holds', () => {
    const far = { type: 'before', slot: '18446744073709551615' }
    expect(inspectPolicy(JSON.stringify(far))).toMatchObject({
      lock_slot: '18446744073709551615',
      lock_time: null,
    })
  })

  it('reads such a slot as the number that cardano-cli writes, exactly', () => {
    const far = '{"type":"before","slot":18446744073709551615}'
    expect(inspectPolicy(far)).toEqual(inspectPolicy(far.replace(/(\d+)/u, '"$1"')))
    expect(() => inspectPolicy('{"type":"before","slot":18446744073709551616}')).toThrow(
      'is above 18446744073709551615',
    )
    expect(() => inspectPolicy('{"type":"before","slot":1e30}')).toThrow('slot')
  })

  it('leaves out signing keys', () => {
    const exported = { lock: false, script: { type: 'all', scripts: [sig] }, signing_keys: [seed] }
    const facts = inspectPolicy(JSON.stringify(exported))
    expect(Object.keys(facts)).toHaveLength(6)
    expect(JSON.stringify(facts)).not.toContain(seed)
  })
})

describe('what it refuses', () => {
  const deep = `${'{"type":"all","scripts":['.repeat(50_000)}${']}'.repeat(50_000)}`
  it.each([
    ['nothing', ' \n', 'It is empty'],
    ['prose', 'my policy', 'neither an object in JSON, nor hex'],
    ['half a file', '{"type":"all","scripts":[', 'cut off'],
    ['another JSON', '{"name":"x"}', 'no policy'],
    ['an unknown kind of script', '{"type":"maybe"}', 'script: type: '],
    ['a key hash of the wrong length', '{"type":"sig","keyHash":"0a"}', 'keyHash: not 28 bytes'],
    ['hex that is no script', '8303deadbeef', 'not the CBOR of a native script'],
    [
      'a Plutus script',
      '{"type":"PlutusScriptV2","description":"","cborHex":"4e4d"}',
      'PlutusScriptV2',
    ],
    ['a signing key', `5820${seed}`, 'signing key, not a policy'],
    [
      'a file whose type is a key',
      JSON.stringify({ type: seed, description: '', cborHex: '00' }),
      'of type an unknown name',
    ],
    [
      'a signing key file',
      JSON.stringify({
        type: 'PaymentSigningKeyShelley_ed25519',
        description: '',
        cborHex: `5820${seed}`,
      }),
      'signing key, not a policy',
    ],
    [
      'an id of another script',
      JSON.stringify({ policy_id: '0a'.repeat(28), script: sig, signing_keys: [seed] }),
      'not the hash of the script',
    ],
    [
      'a policy with broken keys',
      JSON.stringify({ script: sig, signing_keys: seed }),
      'signing_keys',
    ],
    [
      'half a policy with keys',
      JSON.stringify({ script: sig, signing_keys: [seed] }).slice(0, -1),
      'cut off',
    ],
    ['bottomless nesting', deep, 'too deep'],
  ])('the inspection of a policy refuses %s', (_name, text, message) => {
    const inspecting = () => inspectPolicy(text)
    expect(inspecting).toThrow(message)
    expect(inspecting).toThrow(expect.objectContaining({ code: 'invalid' }))
    expect(inspecting).not.toThrow(seed)
  })
})
