import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { publicKeyHex } from '#keys/seal/ed25519.ts'
import { downloadFile, partOf } from '#app/updates/download-file.ts'
import { fetchRelease } from '#app/updates/fetch-release.ts'
import { type ReleaseFile, signRelease, type UnsignedFile } from '#app/updates/release.ts'
import { createUpdates, type Update, type Updates } from '#app/updates/updates.ts'
import { folderTest as test } from '../support/folder-test.ts'
import { startLoopbackServer } from '../support/loopback-server.ts'
import { type ReleaseServer, startReleaseServer } from '../support/release-server.ts'

/*
 * Whoever takes over the page of releases, or the way to it, has everything but the project's key.
 * Some of these attacks use the key too: they are what a mistake of its owner could sign.
 */
const { privateKey } = generateKeyPairSync('ed25519')
const key = publicKeyHex(privateKey)
const content = randomBytes(200_000)
const deb = { name: 'coldpress_0.2.0_amd64.deb', kind: 'deb', arch: 'x64' } as const
const described = {
  ...deb,
  bytes: content.byteLength,
  sha512: createHash('sha512').update(content).digest('hex'),
}
const release = {
  version: '0.2.0',
  publishedAt: '2026-11-24T10:00:00.000Z',
  notes: '- News.',
  files: [described],
}

let server: ReleaseServer
beforeAll(async () => {
  server = await startReleaseServer()
})
afterEach(() => {
  server.feed = undefined
  server.file = undefined
  server.asked.length = 0
})
afterAll(() => server.close())

const updatesIn = (home: string, current = '0.1.0'): Updates =>
  createUpdates({
    home,
    current,
    installation: 'deb',
    arch: 'x64',
    source: { url: server.url, keys: [key] },
  })

const found = async (updates: Updates): Promise<Update> => {
  const update = await updates.check()
  if (update === undefined) throw new Error('no update was found')
  return update
}

const download = (updates: Updates, update: Update) =>
  updates.download(update, {
    signal: new AbortController().signal,
    onProgress: () => undefined,
  })

const feedIs = (text: string | Uint8Array, headers: Record<string, string> = {}): void => {
  server.feed = (response) => response.writeHead(200, headers).end(text)
}

const signatureOf = (text: string): readonly object[] => [
  { key, signature: sign(null, Buffer.from(text), privateKey).toString('hex') },
]

/** What the key signs without a look at it. */
const signedBlindly = (of: {
  readonly version: string
  readonly files: readonly (UnsignedFile & { readonly signatures?: readonly object[] })[]
}): string => {
  const files = of.files.map((file) => ({
    signatures: signatureOf(`coldpress file v1\n${file.sha512}\n${of.version}`),
    ...file,
  }))
  const signed = JSON.stringify({ ...of, files })
  const signatures = signatureOf(`coldpress release v1\n${signed}`)
  return JSON.stringify({ format: 'coldpress release 1', signed, signatures })
}

/** Sends the same again and again, as fast as it is taken, until the other side hangs up. */
const withoutEnd = (response: ServerResponse, piece: Uint8Array): Promise<void> =>
  new Promise((resolve) => {
    const send = (): void => {
      while (!response.destroyed && response.write(piece));
    }
    response.on('drain', send)
    response.on('close', resolve)
    send()
  })

test('the blind signature of these tests is the real one', async ({ folder }) => {
  feedIs(signedBlindly(release))
  expect((await found(updatesIn(folder))).release.version).toBe('0.2.0')
})

test.for([
  { what: 'JSON without end', piece: '[' },
  { what: 'one text without end', piece: '{"format":"aaaaaaaa' },
])('a feed of $what is read to its limit, and hung up on', async ({ piece }, { folder }) => {
  let closed: Promise<void> | undefined
  server.feed = (response) => {
    closed = withoutEnd(response, Buffer.from(piece.repeat(10_000)))
  }
  await expect(updatesIn(folder).check()).rejects.toMatchObject({ code: 'too_large' })
  await closed
})

test('a feed that unpacks to far more than it weighs is read to the same limit', async ({
  folder,
}) => {
  const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, ' '))
  expect(bomb.byteLength).toBeLessThan(100_000)
  feedIs(bomb, { 'content-encoding': 'gzip' })
  await expect(updatesIn(folder).check()).rejects.toMatchObject({ code: 'too_large' })
})

const manySignatures = `"signatures":[${'0,'.repeat(100_000)}0]`
test.for([
  { what: 'lists in lists', text: '['.repeat(500_000) },
  { what: 'whole lists in lists', text: '['.repeat(400_000) + ']'.repeat(400_000) },
  {
    what: 'a prototype',
    text: '{"__proto__":{"format":"coldpress release 1"},"signed":"{}","signatures":[]}',
  },
  {
    what: 'a hundred thousand signatures',
    text: `{"format":"coldpress release 1","signed":"",${manySignatures}}`,
  },
])('a feed of $what is refused as one of an unexpected format', async ({ text }, { folder }) => {
  feedIs(text)
  await expect(updatesIn(folder).check()).rejects.toMatchObject({
    code: 'corrupt',
    details: { rule: 'release_format' },
  })
})

test('a feed with megabytes of headers is no answer', async ({ folder }) => {
  server.feed = (response) => {
    response.socket?.end(
      `HTTP/1.1 200 OK\r\n${`x-filler: ${'a'.repeat(8000)}\r\n`.repeat(200)}\r\n`,
    )
  }
  await expect(updatesIn(folder).check()).rejects.toMatchObject({ code: 'unreachable' })
})

test('redirects lead to no other address without https, be it this computer’s, a file or text', async ({
  folder,
}) => {
  const elsewhere: string[] = []
  const other = await startLoopbackServer((_request, { url = '' }, response) => {
    elsewhere.push(url)
    response.end()
  })
  try {
    const targets = [
      `${other.url}/stolen`,
      'http://169.254.169.254/latest/meta-data',
      'file:///etc/passwd',
      'data:application/json,{}',
      '//',
      `http://user@127.0.0.1:${new URL(server.url).port}@evil.example/`,
    ]
    for (const location of targets) {
      server.feed = (response) => response.writeHead(302, { location }).end()
      await expect(updatesIn(folder).check(), location).rejects.toMatchObject({
        code: 'service_error',
      })
    }
    feedIs(signedBlindly(release))
    const updates = updatesIn(folder)
    const update = await found(updates)
    server.file = (response) =>
      response.writeHead(302, { location: `${other.url}/${deb.name}` }).end()
    await expect(download(updates, update)).rejects.toThrow('not https')
    expect(elsewhere).toEqual([])
  } finally {
    await other.close()
  }
})

test.for([
  '../../.bashrc',
  '/etc/passwd',
  String.raw`..\..\coldpress.deb`,
  'C:coldpress.deb',
  'coldpress.deb\u0000.txt',
  'coldpress\u202Ebed.deb',
  'coldpress.deb?x=y',
  '-rf.deb',
  '.part',
])('a file called %j is refused, even signed: nothing is written', async (name, { folder }) => {
  feedIs(signedBlindly({ ...release, files: [{ ...described, name }] }))
  await expect(updatesIn(folder).check()).rejects.toMatchObject({
    details: { rule: 'release_format' },
  })
  expect(readdirSync(folder)).toEqual([])
})

test.for([
  '../../0.2.0',
  '0.2.0/../../evil',
  'v9.0.0',
  '9.0',
  '9.0.0+build',
  '9.0.0\n',
  ' 9.0.0',
  '٩.0.0',
  '09.0.0',
  '99999999999999999999.0.0',
  '9.0.0-01',
  `9.0.0-${'9'.repeat(20)}`,
])('the version %j is refused, even signed', async (version, { folder }) => {
  feedIs(signedBlindly({ ...release, version }))
  await expect(updatesIn(folder).check()).rejects.toMatchObject({
    details: { rule: 'release_format' },
  })
})

test.for(['0.2.0-rc.1', '0.2.0', '0.1.99'])(
  'the signed release %s, played again to a version 0.2.0, is not offered',
  async (version, { folder }) => {
    feedIs(signRelease({ ...release, version }, [privateKey]))
    expect(await updatesIn(folder, '0.2.0').check()).toBeUndefined()
  },
)

test('the file of an older release, under the name of the new one, is removed and not installed', async ({
  folder,
}) => {
  const name = 'coldpress.deb'
  const next = randomBytes(content.byteLength)
  feedIs(signRelease({ ...release, files: [{ ...described, name }] }, [privateKey]))
  const old = updatesIn(folder)
  const first = await found(old)
  server.file = (response) => response.write(content.subarray(0, 50_000))
  const stop = new AbortController()
  const begun = old.download(first, {
    signal: stop.signal,
    onProgress: (bytes) => {
      if (bytes === 50_000) stop.abort()
    },
  })
  await expect(begun).rejects.toMatchObject({ code: 'cancelled' })

  const sha512 = createHash('sha512').update(next).digest('hex')
  const files = [{ ...described, name, sha512 }]
  feedIs(signRelease({ ...release, version: '0.3.0', files }, [privateKey]))
  const update = await found(old)
  server.file = (response) => response.end(content)
  await expect(download(old, update)).rejects.toThrow('SHA-512 differs')
  // What had arrived of the old file is not continued with the new one, which would look tampered.
  expect(server.asked.at(-1)).toBe(`/releases/download/v0.3.0/${name}`)
  server.file = (response) => response.end(next)
  expect(readFileSync((await download(old, update)).path)).toEqual(next)
})

test('a file that was signed for another version is refused in a signed release', async ({
  folder,
}) => {
  const older = signatureOf(`coldpress file v1\n${described.sha512}\n0.1.5`)
  feedIs(signedBlindly({ ...release, files: [{ ...described, signatures: older }] }))
  await expect(updatesIn(folder).check()).rejects.toThrow(
    `${deb.name} of version 0.2.0 is not signed with a key`,
  )
})

test('a file without end fills no disk', async ({ folder }) => {
  feedIs(signedBlindly(release))
  const updates = updatesIn(folder)
  const update = await found(updates)
  let closed: Promise<void> | undefined
  server.file = (response) => {
    closed = withoutEnd(response, content)
  }
  await expect(download(updates, update)).rejects.toThrow('SHA-512 differs')
  await closed
  expect(readdirSync(join(folder, 'updates', 'deb'))).toEqual([])
})

test('a feed that comes byte by byte is given up after its time', async () => {
  let timer: NodeJS.Timeout | undefined
  server.feed = (response) => {
    timer = setInterval(() => response.write(' '), 20)
  }
  const source = { url: server.url, keys: [key] }
  await expect(fetchRelease(source, undefined, 300)).rejects.toMatchObject({ code: 'timeout' })
  clearInterval(timer)
})

test('a file that comes byte by byte is given up too, and what came is kept', async ({
  folder,
}) => {
  let timer: NodeJS.Timeout | undefined
  server.file = (response) => {
    response.write(content.subarray(0, 5000))
    timer = setInterval(() => response.write('.'), 20)
  }
  const file: ReleaseFile = { ...described, signatures: [] }
  const path = join(folder, deb.name)
  const begun = downloadFile({
    url: `${server.url}/download/v0.2.0/${deb.name}`,
    file,
    path,
    signal: new AbortController().signal,
    onProgress: () => undefined,
    stallMs: 2_000,
  })
  await expect(begun).rejects.toMatchObject({ code: 'timeout' })
  clearInterval(timer)
  expect(statSync(partOf(path, file)).size).toBeGreaterThanOrEqual(5000)
})
