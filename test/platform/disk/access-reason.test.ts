import { open } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { accessReason } from '#platform/disk/access-reason.ts'
import { DriveReads } from '#platform/disk/drive-reads.ts'

/** As Node makes it of what the system answers. */
const systemError = (code: string): Error =>
  Object.assign(new Error(`${code}: some words, read`), { code, syscall: 'read' })

describe('a drive that the system cannot read', () => {
  it.each([
    ['EIO', 'its drive reports a fault. Plug the drive or card in again'],
    ['ESTALE', 'its network drive does not answer. Connect the drive again'],
    ['EDEADLK', 'a cloud drive has not brought it to this computer'],
    ['ENODEV', 'its drive is no longer connected'],
  ])('is told with its cause and the next step: %s', async (code, words) => {
    const reads = new DriveReads()
    const read = reads.read('/art/1.png', () => Promise.reject(systemError(code)))
    await expect(read).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringContaining(`/art/1.png cannot be read: ${words}`),
      details: { rule: 'drive_fault', system: code },
    })
    await expect(read).rejects.not.toMatchObject({ message: expect.stringContaining('some words') })
  })

  it('is no other error, which its caller knows what to do with', async () => {
    const missing = systemError('ENOENT')
    const reads = new DriveReads()
    await expect(reads.read('/art/1.png', () => Promise.reject(missing))).rejects.toBe(missing)
  })

  it.runIf(process.platform === 'linux')(
    'answers so in truth: the memory of a process has no byte 0',
    async () => {
      const reads = new DriveReads()
      const readFirst = async () => {
        const file = await open('/proc/self/mem')
        try {
          await file.read(Buffer.alloc(1), 0, 1, 0)
        } finally {
          await file.close()
        }
      }
      await expect(reads.read('/proc/self/mem', readFirst)).rejects.toMatchObject({
        message: expect.stringContaining('its drive reports a fault'),
      })
    },
  )
})

describe('a path that the system refuses', () => {
  it('is told with the next step, also where nobody knows the word', () => {
    expect(accessReason(systemError('EACCES'))).toMatch(/^this user may not read it\. Change/u)
    expect(accessReason(systemError('EWHAT'))).toBe(
      'the system says EWHAT. Check the drive that it is on, or copy it to another one',
    )
    expect(accessReason(new Error('it is larger than 5 bytes'))).toBe('it is larger than 5 bytes')
  })
})
