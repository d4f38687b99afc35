import { randomBytes } from 'node:crypto'
import { connect } from 'node:tls'
import { expect, it } from 'vitest'
import { SealingKey } from '#keys/seal/seal.ts'
import { Secret } from '#platform/secret/secret.ts'
import { decryptWith, encryptTo, generateAgePair, recipientOf } from '#keys/vault/age.ts'

/**
 * Leaves an error in OpenSSL's queue, as a connection to a host name of more than 255 characters does.
 * It stays there until some part of Node reads the queue.
 */
const leaveError = (): void => {
  const socket = connect({ host: '127.0.0.1', port: 9, servername: 'a'.repeat(300) })
  socket.on('error', () => undefined).destroy()
}

it('An error that another part of the program left to OpenSSL damages no item and ends no process', async () => {
  const { identity, recipient } = await generateAgePair()
  const secret = Secret.ofText('of the vault')
  const sealed = await encryptTo(recipient, secret)
  leaveError()
  const opened = await decryptWith(identity, sealed, 'policy/1')
  expect(opened.text()).toBe('of the vault')
  leaveError()
  expect(await recipientOf(identity, 'vault/identity')).toBe(recipient)
  leaveError()
  const again = await encryptTo(recipient, secret)
  expect((await decryptWith(identity, again, 'policy/1')).text()).toBe('of the vault')
  leaveError()
  expect((await generateAgePair()).recipient).toMatch(/^age1/u)
  leaveError()
  expect(new SealingKey(randomBytes(32)).publicKey).toMatch(/^[0-9a-f]{64}$/u)
})

it('A damaged item, and one of another vault, is called damaged, whatever was left to OpenSSL', async () => {
  const [own, other] = [await generateAgePair(), await generateAgePair()]
  const sealed = await encryptTo(own.recipient, Secret.ofText('of the vault'))
  const damaged = Uint8Array.from(sealed, (byte, at) =>
    at === sealed.length - 1 ? byte ^ 1 : byte,
  )
  for (const [identity, bytes] of [
    [own.identity, damaged],
    [other.identity, sealed],
  ] as const) {
    leaveError()
    const opening = decryptWith(identity, bytes, 'policy/1')
    await expect(opening).rejects.toMatchObject({ code: 'corrupt', details: { item: 'policy/1' } })
  }
})
