import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { partOf } from '#app/updates/download-file.ts'
import { publicKeyHex } from '#keys/seal/ed25519.ts'
import { createUpdates, type Update, type Updates } from '#app/updates/updates.ts'
import { releaseLimits } from '#app/updates/release.ts'
import type { Installation } from '#contract/updates/installations.ts'
import { folderTest as test } from '../../support/folder-test.ts'
import { type ReleaseServer, startReleaseServer } from '../../support/release-server.ts'
import { until } from '../../support/until.ts'

const content = randomBytes(300_000)
const deb = { name: 'coldpress_0.2.0_amd64.deb', kind: 'deb', arch: 'x64', content } as const

let server: ReleaseServer
beforeAll(async () => {
  server = await startReleaseServer()
})
beforeEach(() => {
  server.publish('0.2.0', [deb], { notes: '- Updates.' })
})
afterEach(() => {
  server.feed = undefined
  server.file = undefined
  server.asked.length = 0
})
afterAll(() => server.close())

const updatesIn = (home: string, current = '0.1.0', installation: Installation = 'deb'): Updates =>
  createUpdates({ home, current, installation, arch: 'x64', source: server })

const found = async (updates: Updates): Promise<Update> => {
  const update = await updates.check()
  if (update === undefined) throw new Error('no update was found')
  return update
}

const download = (updates: Updates, update: Update, signal = new AbortController().signal) => {
  const progress: number[] = []
  const done = updates.download(update, { signal, onProgress: (bytes) => progress.push(bytes) })
  return { done, progress }
}

/** Where a deb of this release arrives. */
const part = (home: string, update: Update): string => {
  if (update.file === undefined) throw new Error('the release has no file')
  return partOf(join(home, 'updates', 'deb', deb.name), update.file)
}

test('finds a newer release with its notes, downloads its file for this system, and says how to install it', async ({
  folder,
}) => {
  const updates = updatesIn(folder)
  const update = await found(updates)
  expect(update.release).toMatchObject({ version: '0.2.0', notes: '- Updates.' })
  expect(await updates.downloaded(update)).toBeUndefined()
  const { done, progress } = download(updates, update)
  const verified = await done
  expect(readFileSync(verified.path)).toEqual(content)
  expect(verified.command).toBe(`sudo apt install ${verified.path}`)
  expect(progress.at(-1)).toBe(content.byteLength)
  expect(await updates.downloaded(update)).toEqual(verified)
  expect(statSync(verified.path).mode & 0o777).toBe(0o600)
  // What is there is not asked for again.
  await download(updates, update).done
  expect(server.asked.filter((path) => path.endsWith('.deb'))).toHaveLength(1)
})

test.for([
  ['the same version', '0.2.0'],
  ['a newer version', '0.3.0'],
])(
  'offers %s no update, so that nobody is led back to an older one',
  async ([, current], { folder }) => {
    expect(await updatesIn(folder, current).check()).toBeUndefined()
  },
)

test('offers nothing of a release that another key signed', async ({ folder }) => {
  const signedBy = generateKeyPairSync('ed25519').privateKey
  server.publish('0.2.0', [deb], { signedBy })
  await expect(updatesIn(folder).check()).rejects.toThrow('not signed with a key')
})

test('removes a file that was tampered with, and says so', async ({ folder }) => {
  const tampered = Buffer.from(content)
  tampered[1000] = (tampered[1000] ?? 0) ^ 1
  server.file = (response) => response.end(tampered)
  const updates = updatesIn(folder)
  await expect(download(updates, await found(updates)).done).rejects.toThrow('SHA-512 differs')
  expect(readdirSync(join(folder, 'updates', 'deb'))).toEqual([])
})

test('reads no more of a file than its release says it has', async ({ folder }) => {
  server.file = (response) => {
    response.write(content)
    response.write(content)
  }
  const updates = updatesIn(folder)
  const update = await found(updates)
  await expect(download(updates, update).done).rejects.toThrow('SHA-512 differs')
  expect(existsSync(part(folder, update))).toBe(false)
})

test('keeps what arrived before the connection broke, and asks for the rest only', async ({
  folder,
}) => {
  let sent: ServerResponse | undefined
  server.file = (response) => {
    sent = response
    response.writeHead(200, { 'content-length': content.byteLength })
    response.write(content.subarray(0, 100_000))
  }
  const updates = updatesIn(folder)
  const update = await found(updates)
  const broken = download(updates, update)
  // A client drops what it has not read when the connection breaks, so some of it must be read first.
  await Promise.all([
    expect(broken.done).rejects.toMatchObject({ code: 'unreachable' }),
    until(() => (broken.progress.at(-1) ?? 0) > 0).then(() => sent?.destroy()),
  ])
  const { size } = statSync(part(folder, update))
  expect(size).toBeGreaterThan(0)
  server.file = undefined
  const { done, progress } = download(updates, update)
  expect(readFileSync((await done).path)).toEqual(content)
  expect(progress[0]).toBe(size)
  expect(server.asked.at(-1)).toBe(`/releases/download/v0.2.0/${deb.name} bytes=${size}-`)
})

test('starts again where a server knows no ranges, and where the kept part is not of this file', async ({
  folder,
}) => {
  const updates = updatesIn(folder)
  const update = await found(updates)
  mkdirSync(join(folder, 'updates', 'deb'), { recursive: true })
  writeFileSync(part(folder, update), content.subarray(0, 1000))
  server.file = (response) => response.end(content)
  expect(readFileSync((await download(updates, update).done).path)).toEqual(content)

  const other = updatesIn(join(folder, 'other'))
  mkdirSync(join(folder, 'other', 'updates', 'deb'), { recursive: true })
  writeFileSync(part(join(folder, 'other'), update), randomBytes(1000))
  server.file = undefined
  await expect(download(other, update).done).rejects.toThrow('SHA-512 differs')
  expect(readFileSync((await download(other, update).done).path)).toEqual(content)
})

test('stops when the user says so, and keeps what has arrived', async ({ folder }) => {
  server.file = (response) => response.write(content.subarray(0, 100_000))
  const updates = updatesIn(folder)
  const update = await found(updates)
  const stop = new AbortController()
  const { done, progress } = download(updates, update, stop.signal)
  const error = done.catch((thrown: unknown) => thrown)
  await expect.poll(() => progress.at(-1)).toBe(100_000)
  stop.abort()
  expect(await error).toMatchObject({ code: 'cancelled' })
  expect(statSync(part(folder, update)).size).toBe(100_000)
})

test('does not install a file that changed since it was verified, nor one of another version or key', async ({
  folder,
}) => {
  const updates = updatesIn(folder)
  const verified = await download(updates, await found(updates)).done
  await updates.verifyAgain(verified)
  for (const other of ['0.3.0', '0.1.0', '0.0.9'])
    await expect(updates.verifyAgain({ ...verified, version: other })).rejects.toThrow('changed')
  const stranger = publicKeyHex(generateKeyPairSync('ed25519').privateKey)
  const { url } = server
  const after = createUpdates({
    home: folder,
    current: '0.1.0',
    installation: 'deb',
    arch: 'x64',
    source: { url, keys: [stranger] },
  })
  await expect(after.verifyAgain(verified)).rejects.toThrow('changed')
  writeFileSync(verified.path, Buffer.alloc(content.byteLength))
  await expect(updates.verifyAgain(verified)).rejects.toThrow('changed since it was downloaded')
})

test('reads no more than the limit of a feed', async ({ folder }) => {
  server.feed = (response) => response.end(Buffer.alloc(releaseLimits.feedBytes + 1, ' '))
  await expect(updatesIn(folder).check()).rejects.toMatchObject({ code: 'too_large' })
})

test('says that no release has been published, or that the server has an error', async ({
  folder,
}) => {
  server.feed = (response) => response.writeHead(404).end()
  await expect(updatesIn(folder).check()).rejects.toThrow('No release has been published yet.')
  server.feed = (response) => response.writeHead(503).end()
  await expect(updatesIn(folder).check()).rejects.toThrow('HTTP status 503')
})

test('follows no redirect to an address without https, nor one without end', async ({ folder }) => {
  server.feed = (response) => response.writeHead(302, { location: 'http://192.0.2.1/' }).end()
  await expect(updatesIn(folder).check()).rejects.toThrow('not https')
  server.feed = (response, { url }) => response.writeHead(302, { location: url }).end()
  await expect(updatesIn(folder).check()).rejects.toThrow('more than 5 times')
})

test('says that the server cannot be reached when there is no network', async ({ folder }) => {
  const gone = await startReleaseServer()
  await gone.close()
  const updates = createUpdates({
    home: folder,
    current: '0.1.0',
    installation: 'deb',
    arch: 'x64',
    source: gone,
  })
  await expect(updates.check()).rejects.toMatchObject({ code: 'unreachable' })
})

test('asks nobody when Coldpress was started offline', async ({ folder, onTestFinished }) => {
  process.env['COLDPRESS_OFFLINE'] = '1'
  onTestFinished(() => {
    delete process.env['COLDPRESS_OFFLINE']
  })
  await expect(updatesIn(folder).check()).rejects.toMatchObject({ details: { rule: 'offline' } })
  expect(server.asked).toEqual([])
})

test('has no file for a system that the release has none for, and removes earlier downloads', async ({
  folder,
}) => {
  const updates = updatesIn(folder)
  await download(updates, await found(updates)).done
  server.publish('0.4.0', [{ ...deb, name: 'coldpress_0.4.0_arm64.deb', arch: 'arm64' }])
  const update = await found(updates)
  expect(update.file).toBeUndefined()
  expect(readdirSync(join(folder, 'updates', 'deb'))).toEqual([])
  await expect(download(updates, update).done).rejects.toThrow('no file for this installation')
})

/** A download that has begun and waits for the rest of the file. */
const beginDownload = async (updates: Updates) => {
  let sent: ServerResponse | undefined
  server.file = (response) => {
    sent = response
    response.write(content.subarray(0, 100_000))
  }
  const update = await found(updates)
  const { done, progress } = download(updates, update)
  await until(() => progress.at(-1) === 100_000)
  server.file = undefined
  return { update, done, sendRest: () => sent?.end(content.subarray(100_000)) }
}

test.for<readonly [string, string, Installation]>([
  ['another kind of installation', '0.1.0', 'npm'],
  ['the same kind, another version', '0.2.0', 'deb'],
])(
  'a check by %s that shares the data folder leaves a running download alone',
  async ([, current, installation], { folder }) => {
    const { update, done, sendRest } = await beginDownload(updatesIn(folder))
    await updatesIn(folder, current, installation).check()
    expect(statSync(part(folder, update)).size).toBe(100_000)
    sendRest()
    expect(readFileSync((await done).path)).toEqual(content)
  },
)

test('two downloads at once into one data folder: the second one is told to wait, and both files stay whole', async ({
  folder,
}) => {
  const { update, done, sendRest } = await beginDownload(updatesIn(folder))
  await expect(download(updatesIn(folder), update).done).rejects.toMatchObject({
    code: 'busy',
    message: expect.stringContaining('is downloading a newer version'),
  })
  sendRest()
  const verified = await done
  expect(readFileSync(verified.path)).toEqual(content)
  expect((await download(updatesIn(folder), update).done).path).toBe(verified.path)
})
