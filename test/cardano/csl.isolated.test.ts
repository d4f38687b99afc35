import { describe, expect, it } from 'vitest'
import { cslMemoryBytes, sweepCsl, withCsl } from '#cardano/csl.ts'
import { TxId } from '#cardano/ids.ts'
import { generatePolicyKey, signBody, verifyWitness } from '#cardano/keys.ts'
import { metadataCbor } from '#cardano/metadata.ts'

const body = TxId('5a'.repeat(32))
const metadata = { '721': { policy: { asset: { name: 'A', image: ['ipfs://', 'Qm'] } } } }

describe('the scope of the library', () => {
  it('frees what it owned, last first, also when the work throws', () => {
    const freed: string[] = []
    const object = (name: string) => ({ free: () => freed.push(name) })
    expect(() =>
      withCsl((_, own) => {
        own(own(object('a')))
        own(object('b'))
        throw new Error('stop')
      }),
    ).toThrow('stop')
    expect(freed).toEqual(['b', 'a'])
  })

  it('leaves objects alone that a call has taken over', () => {
    const taken = {
      __wbg_ptr: 0,
      free: () => {
        throw new Error('null pointer passed to rust')
      },
    }
    expect(() => withCsl((_, own) => own(taken))).not.toThrow()
  })

  it("turns the library's bare strings into errors", () => {
    const error = () => withCsl((csl) => csl.PrivateKey.from_normal_bytes(new Uint8Array(31)))
    expect(error).toThrow(Error)
    expect(error).toThrow('Invalid normal secret key')
  })

  it('keeps slots that need more than 32 bits', () => {
    const slot = withCsl((csl, own) => {
      const expiry = own(
        csl.TimelockExpiry.new_timelockexpiry(own(csl.BigNum.from_str('4294967301'))),
      )
      return own(expiry.slot_bignum()).to_str()
    })
    expect(slot).toBe('4294967301')
  })

  it('keeps memory flat over many calls', () => {
    const key = generatePolicyKey()
    const work = (times: number) => {
      for (let time = 0; time < times; time += 1) {
        verifyWitness(signBody(key, body), body)
        metadataCbor(metadata)
      }
    }
    work(50)
    const before = cslMemoryBytes()
    work(1500)
    expect(cslMemoryBytes()).toBe(before)
  })

  it('would show a leak: unowned objects make memory grow', () => {
    const before = cslMemoryBytes()
    const leaked = withCsl((csl) =>
      Array.from({ length: 3000 }, () => csl.PublicKey.from_bytes(new Uint8Array(32).fill(1))),
    )
    const grown = cslMemoryBytes()
    for (const key of leaked) key.free()
    expect(grown).toBeGreaterThan(before)
  })

  it('leaves no copy of a key behind', () => {
    const key = generatePolicyKey()
    const copies = () => key.secret.use((bytes) => sweepCsl(bytes))
    signBody(key, body)
    expect(copies()).toBe(0)
    key.secret.use((bytes) => withCsl((csl, own) => own(csl.PrivateKey.from_normal_bytes(bytes))))
    expect(copies()).toBeGreaterThan(0)
    expect(copies()).toBe(0)
  })
})
