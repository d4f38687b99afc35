import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { Secret, useAndWipe } from '#platform/secret/secret.ts'

const planted = 'correct horse battery staple'

describe('Secret', () => {
  it('prints as [redacted] in every way of turning it into text', () => {
    const secret = Secret.ofText(planted)
    const texts = [
      String(secret),
      ['', secret].join(''),
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

  it('is wiped when the work with it has ended, well or badly', async () => {
    const bytes = new TextEncoder().encode(planted)
    expect(await useAndWipe(Secret.ofBytes(bytes), async (secret) => secret.text())).toBe(planted)
    expect(bytes.every((byte) => byte === 0)).toBe(true)
    const others = new TextEncoder().encode(planted)
    const failing = useAndWipe(Secret.ofBytes(others), () => Promise.reject(new Error('paper jam')))
    await expect(failing).rejects.toThrow('paper jam')
    expect(others.every((byte) => byte === 0)).toBe(true)
  })

  it('copies the bytes of a Buffer too, whose own slice would share them', () => {
    const secret = Secret.ofBytes(Buffer.from(planted))
    const copy = secret.copy()
    secret.wipe()
    expect(copy.text()).toBe(planted)
  })

  it('refuses to read bytes that are no text', () => {
    const utf16 = Secret.ofBytes(Uint8Array.of(0xff, 0xfe))
    expect(() => utf16.text()).toThrow(expect.objectContaining({ code: 'invalid' }))
    expect(() => utf16.text()).toThrow('save it as UTF-8')
  })
})
