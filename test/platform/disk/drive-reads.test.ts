import { describe, expect, it } from 'vitest'
import { DriveReads } from '#platform/disk/drive-reads.ts'

const never = () => new Promise<never>(() => undefined)
const silent = { code: 'timeout', details: { rule: 'drive_silent', path: '/nas/1.png' } }

describe('a read of a drive', () => {
  it('brings what the drive answers, and its errors', async () => {
    const reads = new DriveReads()
    expect(await reads.read('/nas/1.png', () => Promise.resolve('bytes'))).toBe('bytes')
    const error = new Error('EIO')
    await expect(reads.read('/nas/1.png', () => Promise.reject(error))).rejects.toBe(error)
    expect(reads.unanswered).toBe(0)
  })

  // Fault 24 of docs/faults.md.
  it('is given up after a while in words that name the file, and counts until it returns', async () => {
    const reads = new DriveReads({ timeoutMs: 20 })
    const { promise, resolve } = Promise.withResolvers<string>()
    const late: string[] = []
    const read = reads.read(
      '/nas/1.png',
      () => promise,
      {},
      (brought) => late.push(brought),
    )
    await expect(read).rejects.toMatchObject({
      ...silent,
      message: expect.stringMatching(
        /drive with \/nas\/1\.png has not answered for 0\.02 seconds/u,
      ),
    })
    expect(reads.unanswered).toBe(1)
    resolve('descriptor')
    await promise
    expect(late).toEqual(['descriptor'])
    expect(reads.unanswered).toBe(0)
  })

  it('ends at once when it is cancelled, whether it runs or waits', async () => {
    const reads = new DriveReads({ atOnce: 1 })
    const stop = new AbortController()
    const options = { signal: stop.signal }
    const running = reads.read('/nas/1.png', never, options)
    const waiting = reads.read('/nas/2.png', never, options)
    stop.abort(new Error('stopped'))
    await expect(running).rejects.toThrow('stopped')
    await expect(waiting).rejects.toThrow('stopped')
  })

  it('waits for room, in order', async () => {
    const reads = new DriveReads({ atOnce: 2 })
    let running = 0
    let most = 0
    const done: number[] = []
    await Promise.all(
      Array.from({ length: 9 }, (_, at) =>
        reads.read(`/nas/${at}`, async () => {
          running += 1
          most = Math.max(most, running)
          await new Promise(setImmediate)
          running -= 1
          done.push(at)
        }),
      ),
    )
    expect(most).toBe(2)
    expect(done).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
  })

  it('is refused while the drive holds as many threads as it may, and goes on once it answers', async () => {
    const reads = new DriveReads({ atOnce: 2, timeoutMs: 20 })
    const held = Promise.withResolvers<undefined>()
    const ends = await Promise.allSettled(
      ['/nas/1.png', '/nas/2.png', '/nas/3.png'].map((path) =>
        reads.read(path, () => held.promise),
      ),
    )
    expect(ends).toMatchObject(
      ['has not answered', 'has not answered', 'still does not answer'].map((words) => ({
        reason: { code: 'timeout', message: expect.stringContaining(words) },
      })),
    )
    await expect(reads.read('/home/1.png', () => Promise.resolve())).rejects.toMatchObject(silent)
    held.resolve(undefined)
    await held.promise
    expect(await reads.read('/home/1.png', () => Promise.resolve('read'))).toBe('read')
  })
})

describe('many short reads of a drive', () => {
  const paths = Array.from({ length: 200 }, (_, at) => `/nas/${at}`)

  it('bring their answers in order, and take no more threads than single ones', async () => {
    const reads = new DriveReads({ atOnce: 2 })
    let running = 0
    let most = 0
    const answers = await reads.readEach(paths, async (path) => {
      running += 1
      most = Math.max(most, running)
      await new Promise(setImmediate)
      running -= 1
      return path.length
    })
    expect(answers).toEqual(paths.map(({ length }) => length))
    expect(most).toBe(2)
  })

  it('let others have their turn between them', async () => {
    const reads = new DriveReads({ atOnce: 1 })
    let answered = 0
    const many = reads.readEach(paths, async () => {
      await new Promise(setImmediate)
      answered += 1
    })
    await reads.read('/nas/other', () => Promise.resolve())
    expect(answered).toBeLessThan(paths.length)
    await many
  })

  it('have each their own time, also where all of them take longer', async () => {
    const reads = new DriveReads({ atOnce: 1, timeoutMs: 200 })
    const slow = () => new Promise<string>((resolve) => setTimeout(() => resolve('late'), 60))
    const answers = await reads.readEach(paths.slice(0, 6), slow)
    expect(answers).toEqual(Array.from({ length: 6 }, () => 'late'))
  })

  it('end with the one that the drive does not answer, which is named, and make no more calls', async () => {
    const reads = new DriveReads({ atOnce: 1, timeoutMs: 20 })
    const held = Promise.withResolvers<undefined>()
    const asked: string[] = []
    const read = reads.readEach(paths, (path) => {
      asked.push(path)
      return path === '/nas/2' ? held.promise : Promise.resolve(undefined)
    })
    await expect(read).rejects.toMatchObject({ details: { path: '/nas/2' } })
    expect(reads.unanswered).toBe(1)
    held.resolve(undefined)
    await new Promise(setImmediate)
    expect(reads.unanswered).toBe(0)
    expect(asked).toEqual(['/nas/0', '/nas/1', '/nas/2'])
  })

  it('end at once when they are cancelled', async () => {
    const reads = new DriveReads({ atOnce: 1 })
    const stop = new AbortController()
    const read = reads.readEach(paths, never, { signal: stop.signal })
    stop.abort(new Error('stopped'))
    await expect(read).rejects.toThrow('stopped')
  })

  it('end with the error of a call', async () => {
    const reads = new DriveReads()
    const error = new Error('EIO')
    await expect(reads.readEach(paths, () => Promise.reject(error))).rejects.toBe(error)
    expect(await reads.read('/nas/1', () => Promise.resolve('bytes'))).toBe('bytes')
  })
})
