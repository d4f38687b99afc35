import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { inspect } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AnyCid, Cid, cidOf } from '#media/content/cid.ts'
import { type ContentStore, openContentStore } from '#media/content/store.ts'
import { createKuboPinner } from '#media/pinning/kubo/kubo.ts'
import { Secret } from '#platform/secret/secret.ts'
import { collect, generatedBytes } from '../../../support/generated-bytes.ts'
import {
  type LoopbackServer,
  type Recorded,
  startLoopbackServer,
} from '../../../support/loopback-server.ts'
import { temporaryFolder } from '../../../support/folder-test.ts'
import { everyFlag } from './every-flag.ts'

// The file "hello world", as CIDv0 and as the CIDv1 of the same block.
const cid = Cid('Qmf412jQZiuVUtdgnB36FXFX7xg5V6KEbSJ4dpQuhkLyfD')
const sameAsV1 = 'bafybeihykld7uyxzogax6vgyvag42y7464eywpf55gxi5qpoisibh3c5wa'
const otherCid = 'QmbFMke1KXqnYyBBWxB74N4c5SBnJMVAiMNRcGu6x1AwQH'
const content = new TextEncoder().encode('hello world')
const { signal } = new AbortController()

let store: ContentStore
let server: LoopbackServer | undefined

beforeEach(async () => {
  store = await openContentStore({ dir: temporaryFolder() })
  await store.add(content)
})

afterEach(async () => {
  await server?.close()
  server = undefined
  store.close()
})

type Answer = (message: IncomingMessage, response: ServerResponse) => unknown

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (message, response) => {
    message.resume()
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }

const notPinned = json(500, { Message: `path '${cid}' is not pinned`, Code: 0, Type: 'error' })
const added = (hash: string): Answer => json(200, { Name: hash, Hash: hash, Size: '19' })

/** A service with these answers to `pin/ls` and `add`. */
const serve = async (answers: {
  ls?: Answer
  add?: Answer
  cat?: Answer
}): Promise<LoopbackServer> => {
  server = await startLoopbackServer((request, message, response) => {
    const answer = request.path.endsWith('/pin/ls')
      ? answers.ls
      : request.path.endsWith('/cat')
        ? answers.cat
        : request.path.endsWith('/add')
          ? answers.add
          : json(200, {})
    ;(answer ?? notPinned)(message, response)
  })
  return server
}

const paths = (requests: readonly Recorded[]): string[] => requests.map(({ path }) => path)

describe('pin', () => {
  it('asks first, then sends the file with every flag that makes the CID', async () => {
    let body = ''
    const { url, requests } = await serve({
      add: async (message, response) => {
        body = (await collect(message)).toString()
        added(cid)(message, response)
      },
    })
    await createKuboPinner({ url, store }).pin(cid, signal)

    expect(paths(requests)).toEqual(['/api/v0/pin/ls', '/api/v0/add'])
    expect(Object.fromEntries(requests[1]?.query ?? [])).toMatchObject(everyFlag)
    expect(requests.every(({ method }) => method === 'POST')).toBe(true)
    expect(body).toContain('\r\n\r\nhello world\r\n')
  })

  it('sends a file that is too large for a batch with the same flags, and its name', async () => {
    const large = await store.add(await collect(generatedBytes(4_500_000, 'large')))
    const { url, requests } = await serve({
      add: (message, response) => {
        message.resume()
        message.once('end', () => added(large.cid)(message, response))
      },
    })
    const label = { collection: 'Herbarium', token: 'Print07' }
    await createKuboPinner({ url, store }).pin(large.cid, signal, label)
    expect(Object.fromEntries(requests[1]?.query ?? [])).toMatchObject({
      ...everyFlag,
      'pin-name': 'Herbarium: Print07',
    })
  })

  it('does not send what is pinned already', async () => {
    const { url, requests } = await serve({
      ls: json(200, { Keys: { [sameAsV1]: { Type: 'recursive' } } }),
    })
    await createKuboPinner({ url, store }).pin(cid, signal)
    expect(paths(requests)).toEqual(['/api/v0/pin/ls'])
  })

  it('accepts the same CID in another form', async () => {
    const { url } = await serve({ add: added(sameAsV1) })
    await expect(createKuboPinner({ url, store }).pin(cid, signal)).resolves.toBeUndefined()
  })

  // Fault 8 of docs/faults.md.
  it('refuses a service that gives another CID for good, and takes the foreign pin back', async () => {
    const { url, requests } = await serve({ add: added(otherCid) })
    await expect(createKuboPinner({ url, store }).pin(cid, signal)).rejects.toMatchObject({
      code: 'service_error',
      details: { rule: 'foreign_cid', cid, given: otherCid, final: 'image' },
    })
    expect(paths(requests)).toEqual(['/api/v0/pin/ls', '/api/v0/add', '/api/v0/pin/rm'])
    expect(requests[2]?.query.get('arg')).toBe(otherCid)
  })

  it('names a pin after its collection and token', async () => {
    const { url, requests } = await serve({ add: added(cid) })
    const label = { collection: 'Herbarium', token: 'Print07' }
    await createKuboPinner({ url, store }).pin(cid, signal, label)
    expect(requests[1]?.query.get('pin-name')).toBe('Herbarium: Print07')
  })

  it.each([
    ['an answer that ends without a CID', json(200, '')],
    ['an answer that is no JSON', json(200, '<html>hello</html>')],
    ['a CID that is none', json(200, { Name: 'x', Hash: 'x', Size: '1' })],
  ])('takes %s for an error of the service', async (_name, add) => {
    const { url } = await serve({ add })
    await expect(createKuboPinner({ url, store }).pin(cid, signal)).rejects.toMatchObject({
      code: 'service_error',
      details: { rule: 'bad_answer' },
    })
  })

  it('names content that is not in the store, and sends nothing', async () => {
    const { url, requests } = await serve({})
    const missing = Cid(otherCid)
    await expect(createKuboPinner({ url, store }).pin(missing, signal)).rejects.toMatchObject({
      code: 'not_found',
      details: { cid: missing },
    })
    expect(paths(requests)).toEqual(['/api/v0/pin/ls'])
  })

  it('reports the disk when the disk fails in the middle', async () => {
    const { url } = await serve({ add: added(cid) })
    async function* failing(): AsyncGenerator<Uint8Array> {
      yield content
      throw new Error('EIO: i/o error, read')
    }
    const source = Readable.from(failing())
    const broken = {
      maxBytesOf: (of: Cid) => store.maxBytesOf(of),
      recover: () => Promise.resolve(store.get(cid)),
      read: () => source,
    }
    const pinner = createKuboPinner({ url, store: broken })
    await expect(pinner.pin(cid, signal)).rejects.toMatchObject({
      code: 'corrupt',
      message: expect.stringContaining('EIO'),
    })
    expect(source.destroyed).toBe(true)
  })

  it('closes the file when the service stops taking it', async () => {
    const { url } = await serve({ add: () => undefined })
    const source = Readable.from(generatedBytes(100_000_000, 'large'))
    const large = {
      maxBytesOf: (of: Cid) => store.maxBytesOf(of),
      recover: () => Promise.resolve(store.get(cid)),
      read: () => source,
    }
    const pinner = createKuboPinner({ url, store: large, timeoutMs: 200 })
    await expect(pinner.pin(cid, signal)).rejects.toMatchObject({ code: 'timeout' })
    expect(source.destroyed).toBe(true)
  })

  it('reports a connection that is cut in the middle', async () => {
    const { url } = await serve({ add: (message) => message.socket.destroy() })
    await expect(createKuboPinner({ url, store }).pin(cid, signal)).rejects.toMatchObject({
      code: 'unreachable',
    })
  })
})

describe('several small files', () => {
  const bodies: string[] = []
  const receive =
    (change: (lines: string[]) => string[] = (lines) => lines): Answer =>
    async (message, response) => {
      const body = (await collect(message)).toString()
      bodies.push(body)
      const lines: string[] = []
      for (const [, name = '', text = ''] of body.matchAll(
        /filename="(?<name>\d+)"[^]*?\r\n\r\n(?<text>[^\r]*)\r\n/gu,
      ))
        lines.push(JSON.stringify({ Name: name, Hash: await cidOf(Buffer.from(text)), Size: '9' }))
      response.end(change(lines).join('\n'))
    }
  const storeFiles = async (count: number) => {
    const texts = Array.from({ length: count }, (_, at) => `file ${at}`)
    return await Promise.all(texts.map(async (text) => (await store.add(Buffer.from(text))).cid))
  }
  const pinAll = async (url: string, cids: readonly Cid[], token = (at: number) => `T${at}`) => {
    const pinner = createKuboPinner({ url, store })
    return await Promise.allSettled(
      cids.map((one, at) => pinner.pin(one, signal, { collection: 'Herbarium', token: token(at) })),
    )
  }

  beforeEach(() => {
    bodies.length = 0
  })

  it('go together in one request, under the names of all', async () => {
    const cids = await storeFiles(24)
    const { url, requests } = await serve({ add: receive() })
    const ends = await pinAll(url, cids)
    expect(ends.every(({ status }) => status === 'fulfilled')).toBe(true)
    const adds = requests.filter(({ path }) => path.endsWith('/add'))
    expect(adds.length).toBeLessThan(12)
    expect(bodies.join('').match(/file \d+/gu)).toHaveLength(24)
    const names = adds.map(({ query }) => query.get('pin-name') ?? '')
    expect(names.join(', ').match(/T\d+/gu)).toHaveLength(24)
  })

  it('go apart where the names of all are too long for a pin', async () => {
    const cids = await storeFiles(24)
    const { url, requests } = await serve({ add: receive() })
    await pinAll(url, cids, (at) => `${at}`.padStart(100, '0'))
    for (const { path, query } of requests.filter((one) => one.path.endsWith('/add')))
      expect([path, Buffer.byteLength(query.get('pin-name') ?? '')]).toSatisfy(
        ([, length]) => length > 0 && length <= 255,
      )
  })

  // Fault 8 of docs/faults.md.
  it('fail for the one that got another CID, and for the one without an answer', async () => {
    const cids = await storeFiles(2)
    const { url } = await serve({
      add: async (message, response) => {
        const body = (await collect(message)).toString()
        const isFirst = body.includes('file 0')
        response.end(isFirst ? JSON.stringify({ Name: '0', Hash: otherCid, Size: '9' }) : '')
      },
    })
    const ends = await pinAll(url, cids)
    expect(ends).toMatchObject([
      { reason: { details: { rule: 'foreign_cid' } } },
      { reason: { details: { rule: 'bad_answer' } } },
    ])
  })
})

describe('state', () => {
  const ls = json(200, { Keys: { [cid]: { Type: 'recursive' } } })
  /** What a node gives when it is asked for the bytes of a pin. */
  const stateOf = async (cat: Answer, timeoutMs?: number) => {
    const { url, requests } = await serve({ ls, cat })
    const options = timeoutMs === undefined ? {} : { timeoutMs }
    const state = await createKuboPinner({ url, store, ...options }).state(cid, signal)
    return { state, asked: requests.at(-1) }
  }

  it('has the node read the file without fetching it from others', async () => {
    const { state, asked } = await stateOf((_message, response) => response.end('hello world'))
    expect(state).toBe('sound')
    expect(asked?.query.get('offline')).toBe('true')
  })

  it.each([
    ['other bytes', (_message: IncomingMessage, response: ServerResponse) => response.end('hello')],
    [
      'a block that is missing',
      json(500, { Message: 'block was not found locally (offline): ipld: could not find' }),
    ],
  ])('of a pin with %s is incomplete', async (_name, cat) => {
    expect((await stateOf(cat)).state).toBe('incomplete')
  })

  it('of a pin that streams without end is incomplete, once it is longer than the file', async () => {
    let sent = 0
    const cat: Answer = (message, response) => {
      message.resume()
      const more = (): void => {
        if (response.destroyed || sent > 256 * 1024 * 1024) return void response.end()
        sent += 65_536
        response.write(Buffer.alloc(65_536), more)
      }
      more()
    }
    expect((await stateOf(cat)).state).toBe('incomplete')
    expect(sent).toBeLessThan(64 * 1024 * 1024)
  })

  it('of a pin that the node hangs on is incomplete', async () => {
    expect((await stateOf(() => undefined, 60)).state).toBe('incomplete')
  })

  it('is unread where the service gives nothing back', async () => {
    expect((await stateOf(json(405, ''))).state).toBe('unread')
  })
})

describe('a place is proved', () => {
  let kept: string | undefined
  const add: Answer = async (message, response) => {
    const body = (await collect(message)).toString()
    kept = /\r\n\r\n(?<text>[^]*?)\r\n--/u.exec(body)?.[1]
    response.end(JSON.stringify({ Hash: await cidOf(Buffer.from(kept ?? '')), Name: 'x' }))
  }
  const ls: Answer = async (message, response) => {
    const asked = new URL(message.url ?? '', 'http://x').searchParams.get('arg') ?? ''
    const isKept = kept !== undefined && asked === (await cidOf(Buffer.from(kept)))
    if (isKept) json(200, { Keys: { [asked]: { Type: 'recursive' } } })(message, response)
    else notPinned(message, response)
  }
  const cat: Answer = (_message, response) => response.end(kept)
  const prove = async (answers: Parameters<typeof serve>[0]) => {
    kept = undefined
    const { url, requests } = await serve(answers)
    const proved = createKuboPinner({ url, store }).prove?.(signal)
    const error: unknown = await proved?.catch((thrown: unknown) => thrown)
    return { error, calls: paths(requests).map((path) => path.replace('/api/v0/', '')) }
  }

  it('by adding, listing and reading a file, which is unpinned again', async () => {
    expect(await prove({ add, ls, cat })).toEqual({
      error: undefined,
      calls: ['add', 'pin/ls', 'cat', 'pin/rm'],
    })
  })

  it.each([
    ['lists nothing', { add, ls: json(200, ''), cat }, 'does not list it'],
    ['gives nothing back', { add, ls, cat: json(403, '') }, 'does not give it back'],
  ])('and not when it %s', async (_name, answers, message) => {
    const { error } = await prove(answers)
    expect(error).toMatchObject({
      code: 'service_error',
      message: expect.stringContaining(message),
    })
  })

  it('and not when its token may add only', async () => {
    const refused = json(403, 'no')
    expect((await prove({ add, ls: refused, cat: refused })).error).toMatchObject({
      code: 'unauthorized',
      details: { operation: 'pin/ls' },
    })
  })

  it('and not when it answers every call with an empty 200', async () => {
    const empty = json(200, '')
    expect((await prove({ add: empty, ls: empty, cat: empty })).error).toMatchObject({
      code: 'service_error',
      details: { operation: 'add', rule: 'bad_answer' },
    })
    expect((await prove({ add, ls, cat: empty })).error).toMatchObject({
      code: 'service_error',
      message: expect.stringContaining('does not give it back'),
    })
  })

  it('and not when its token may not add', async () => {
    expect((await prove({ add: json(403, 'no'), ls, cat })).error).toMatchObject({
      code: 'unauthorized',
      details: { operation: 'add' },
    })
  })
})

describe('pinned', () => {
  it.each([
    ['Kubo’s whole answer', { Keys: { [cid]: { Type: 'recursive' } } }, true],
    ['Kubo’s streamed answer', { Cid: cid, Type: 'recursive' }, true],
    ['an empty answer', '', false],
    ['the pin of something else', { Keys: { [otherCid]: { Type: 'recursive' } } }, false],
  ])('the pins of Kubo: reads %s', async (_name, body, pinned) => {
    const { url, requests } = await serve({ ls: json(200, body) })
    const found = await createKuboPinner({ url, store }).pinned([cid], signal)
    expect(found).toEqual(new Set(pinned ? [cid] : []))
    expect(requests[0]?.query.get('arg')).toBe(cid)
    expect(requests[0]?.query.get('type')).toBe('recursive')
  })

  it('reads "is not pinned" as no, and any other 500 as an error', async () => {
    let answer = notPinned
    const { url } = await serve({ ls: (message, response) => answer(message, response) })
    const pinner = createKuboPinner({ url, store })
    expect(await pinner.pinned([cid], signal)).toEqual(new Set())
    answer = json(500, { Message: 'the datastore is locked', Code: 0, Type: 'error' })
    await expect(pinner.pinned([cid], signal)).rejects.toMatchObject({
      code: 'service_error',
      details: { operation: 'pin/ls', status: 500, reason: 'the datastore is locked' },
    })
  })
})

describe('failures have names', () => {
  it.each([
    [401, 'unauthorized'],
    [403, 'unauthorized'],
    [404, 'service_error', 'place'],
    [405, 'service_error', 'place'],
    [413, 'too_large', 'image'],
    [507, 'service_error', 'place'],
    [429, 'rate_limited'],
    [500, 'service_error'],
    [502, 'service_error'],
    [503, 'rate_limited'],
    [504, 'timeout'],
  ])('HTTP %i of Kubo is the error %s', async (status, code, final?: string) => {
    const { url } = await serve({ ls: json(status, { Message: 'no' }) })
    await expect(createKuboPinner({ url, store }).test(signal)).rejects.toMatchObject({
      code,
      details: final === undefined ? { status } : { status, final },
    })
  })

  it('a full disk is final, whatever the status', async () => {
    const said = 'write /data/ipfs/blocks/x: no space left on device'
    const { url } = await serve({ add: json(500, { Message: said, Code: 0, Type: 'error' }) })
    await expect(createKuboPinner({ url, store }).pin(cid, signal)).rejects.toMatchObject({
      message: expect.stringContaining('has no space left'),
      details: { operation: 'add', status: 500, reason: said, final: 'place' },
    })
  })

  it('a server that does not speak TLS is named', async () => {
    const { url } = await serve({})
    const https = url.replace('http:', 'https:')
    await expect(createKuboPinner({ url: https, store }).test(signal)).rejects.toMatchObject({
      code: 'unreachable',
      message: expect.stringContaining('does not speak TLS'),
      details: { rule: 'tls', final: 'place' },
    })
  })

  it.each([
    ['7', 7000],
    ['Thu, 01 Jan 2015 00:00:00 GMT', 0],
    ['soon', undefined],
  ])('Retry-After: %s is %s ms', async (header, retryAfterMs) => {
    const { url } = await serve({ ls: json(429, { Message: 'wait' }, { 'retry-after': header }) })
    const error: unknown = await createKuboPinner({ url, store })
      .test(signal)
      .catch((thrown: unknown) => thrown)
    const expected = retryAfterMs === undefined ? {} : { retryAfterMs }
    expect(error).toMatchObject({ code: 'rate_limited' })
    expect(error).toHaveProperty('details', {
      operation: 'pin/ls',
      status: 429,
      reason: 'wait',
      ...expected,
    })
  })

  it('a closed port is unreachable', async () => {
    const closed = await serve({})
    await closed.close()
    server = undefined
    const { url } = closed
    await expect(createKuboPinner({ url, store }).test(signal)).rejects.toMatchObject({
      code: 'unreachable',
      message: expect.stringContaining(url),
    })
  })

  it.each([
    ['the question', { ls: () => undefined }],
    ['the file', { add: () => undefined }],
    [
      'the end of the file',
      {
        add: ((message, response) => {
          message.resume()
          response.writeHead(200).flushHeaders()
        }) satisfies Answer,
      },
    ],
  ])('a service that does not answer %s is a timeout', async (_name, answers) => {
    const { url } = await serve(answers)
    const pinner = createKuboPinner({ url, store, timeoutMs: 60 })
    await expect(pinner.pin(cid, signal)).rejects.toMatchObject({ code: 'timeout' })
  })

  it('an abort is a cancellation, before and while waiting', async () => {
    const controller = new AbortController()
    const { url, requests } = await serve({ add: () => controller.abort() })
    const pinner = createKuboPinner({ url, store })
    await expect(pinner.pin(cid, controller.signal)).rejects.toMatchObject({ code: 'cancelled' })
    const sent = requests.length
    await expect(pinner.pin(cid, controller.signal)).rejects.toMatchObject({ code: 'cancelled' })
    expect(requests).toHaveLength(sent)
  })
})

describe('the access token', () => {
  const token = 'bucket-token-4711'

  it.each([
    [token, `Bearer ${token}`],
    [`Bearer ${token}`, `Bearer ${token}`],
    ['Basic dXNlcjpwYXNz', 'Basic dXNlcjpwYXNz'],
    ['user:pass', 'Basic dXNlcjpwYXNz'],
  ])('%s is sent as %s, in the header only', async (given, header) => {
    const { url, requests } = await serve({ add: added(cid) })
    const pinner = createKuboPinner({ url, store, token: Secret.ofText(given) })
    await pinner.pin(cid, signal)
    expect(requests.map(({ headers }) => headers.authorization)).toEqual([header, header])
    for (const { query } of requests) expect([...query.keys()]).not.toContain('headers')
  })

  it.each([401, 500])(
    'stays out of the error when the service repeats it (HTTP %i)',
    async (status) => {
      const { url } = await serve({ ls: json(status, { Message: `bad token ${token}` }) })
      const pinner = createKuboPinner({ url, store, token: Secret.ofText(token) })
      const error: unknown = await pinner.test(signal).catch((thrown: unknown) => thrown)
      expect(error).toMatchObject({ details: { reason: 'bad token [redacted]' } })
      expect(inspect(error, { depth: Infinity, showHidden: true })).not.toContain(token)
    },
  )

  it.each(['', `${token}\n`, `${token}\u0000`, `${token}é`])(
    'that no header can hold (%j) is refused without quoting it',
    (given) => {
      const create = (): unknown =>
        createKuboPinner({ url: 'http://127.0.0.1:5001', store, token: Secret.ofText(given) })
      expect(create).toThrow(expect.objectContaining({ code: 'invalid' }))
      expect(create).not.toThrow(token)
    },
  )
})

describe('the address', () => {
  it.each(['', 'localhost:5001', 'ftp://127.0.0.1', 'http://user:word@127.0.0.1:5001'])(
    'the Kubo address %j is refused',
    (url) => {
      expect(() => createKuboPinner({ url, store })).toThrow(
        expect.objectContaining({ code: 'invalid' }),
      )
      expect(() => createKuboPinner({ url, store })).not.toThrow('word@')
    },
  )

  it.each(['/', '/api/v0', '/api/v0/', '/kubo/api/v0'])(
    'the Kubo address may end in %s',
    async (path) => {
      const { url, requests } = await serve({ ls: notPinned })
      await createKuboPinner({ url: url + path, store }).test(signal)
      expect(paths(requests)).toEqual([
        path.startsWith('/kubo') ? '/kubo/api/v0/pin/ls' : '/api/v0/pin/ls',
      ])
    },
  )
})

describe('an archive of blocks', () => {
  const archives = { read: () => Readable.from([Buffer.from('the archive')]) }
  const raw = AnyCid('bafkreifzjut3te7nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e')
  const answering = async (root: string, said: string) => {
    let sent = ''
    server = await startLoopbackServer(async (request, message, response) => {
      sent = (await collect(message)).toString()
      expect(request.path).toBe('/api/v0/dag/import')
      response.end(JSON.stringify({ Root: { Cid: { '/': root }, PinErrorMsg: said } }))
    })
    const pinner = createKuboPinner({ url: server.url, store, archives })
    return { pin: () => pinner.archives?.pin(raw, signal), sent: () => sent }
  }

  it('is sent to dag/import, which pins its root', async () => {
    const { pin, sent } = await answering(raw, '')
    await pin()
    expect(sent()).toContain('the archive')
    expect(server?.requests[0]?.query.get('pin-roots')).toBe('true')
  })

  it.each([
    ['did not pin it', raw, 'block was not found locally'],
    ['pinned another root', otherCid, ''],
  ])('is no pin where the node %s', async (_what, root, said) => {
    const { pin } = await answering(root, said)
    await expect(pin()).rejects.toMatchObject({
      code: 'service_error',
      message: expect.stringContaining('did not pin them'),
      details: { reason: said === '' ? 'it named no pinned root' : said },
    })
  })
})
