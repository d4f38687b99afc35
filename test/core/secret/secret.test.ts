import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { Secret } from '../../../src/core/secret/secret.ts'

const planted = 'correct horse battery staple'

describe('Secret', () => {
  it('prints as [redacted] in every way of turning it into text', () => {
    const secret = Secret.ofText(planted)
    const texts = [
      String(secret),
      `${secret}`,
      secret.toString(),
      JSON.stringify({ nested: [secret] }),
      inspect({ nested: { secret } }, { depth: 10, showHidden: true }),
    ]
    for (const text of texts) {
      expect(text).toContain('[redacted]')
      expect(text).not.toContain(planted)
    }
    expect(Object.keys(secret)).toEqual([])
  })

  it('gives its bytes and text inside the call that asks for them', () => {
    const secret = Secret.ofText('clé')
    expect(secret.text()).toBe('clé')
    expect(secret.use((bytes) => bytes.length)).toBe(4)
  })

  it('overwrites the bytes that it took over when wiped, and lends nothing afterwards', () => {
    const bytes = new TextEncoder().encode(planted)
    const secret = Secret.ofBytes(bytes)
    const copy = secret.copy()
    secret.wipe()
    expect(bytes.every((byte) => byte === 0)).toBe(true)
    expect(() => secret.text()).toThrow('wiped')
    expect(copy.text()).toBe(planted)
  })

  it('is wiped at the end of the block that uses it', () => {
    const bytes = new TextEncoder().encode(planted)
    {
      using secret = Secret.ofBytes(bytes)
      expect(secret.text()).toBe(planted)
    }
    expect(bytes.every((byte) => byte === 0)).toBe(true)
  })

  it('refuses to read bytes that are no text', () => {
    expect(() => Secret.ofBytes(Uint8Array.of(0xff, 0xfe)).text()).toThrow(TypeError)
  })
})
