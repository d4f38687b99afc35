import { createHmac, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type InboxOptions, startInbox } from '#app/events/inbox/inbox.ts'
import { Secret } from '#platform/secret/secret.ts'
import { eventJson, openEvents } from '../event-of.ts'

const secretText = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const key = Buffer.from(secretText.slice('whsec_'.length), 'base64')
const mebibyte = 1024 ** 2

const signed = (body: string, at = Date.now()) => {
  const timestamp = String(Math.floor(at / 1000))
  const hmac = createHmac('sha256', key).update(`msg_1.${timestamp}.${body}`).digest('base64')
  return {
    'webhook-id': 'msg_1',
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${hmac}`,
  }
}

const open = async (options: Partial<InboxOptions> = {}) => {
  const { events, db } = openEvents()
  const errors: string[] = []
  const inbox = await startInbox({
    events,
    accountId: 'shop',
    secret: Secret.ofText(secretText),
    scheme: 'standard',
    onError: (status, reason) => errors.push(`${status} ${reason}`),
    ...options,
  })
  onTestFinished(() => inbox.close())
  const post = async (body: string, headers: Readonly<Record<string, string>> = signed(body)) => {
    const answer = await fetch(inbox.url, { method: 'POST', body, headers })
    return { status: answer.status, body: await answer.text() }
  }
  const ids = () => events.page({ limit: 1000 }).map(({ eventId }) => eventId)
  return { inbox, post, ids, events, db, errors }
}

/** fetch does not let its caller name the host. */
const postAs = async (url: string, host: string, body: string): Promise<number | undefined> => {
  const call = httpRequest(url, { method: 'POST', headers: { ...signed(body), host } })
  call.end(body)
  const [response] = await once(call, 'response')
  response.resume()
  return response.statusCode
}

describe('the inbox', () => {
  it('takes a signed delivery as it came, tells of it, and knows it when it comes again', async () => {
    const reported: string[] = []
    const { post, events } = await open({ onEvent: ({ eventId }) => reported.push(eventId) })
    const body = eventJson({ id: 'e1', more: { 'ungew\u00f6hnlich': [1.0, null] } })
    expect(await post(body)).toEqual({ status: 200, body: '{"status":"received"}' })
    expect(await post(body)).toEqual({ status: 200, body: '{"status":"known"}' })
    expect(events.page({ limit: 9 })).toMatchObject([
      { raw: body, accountId: 'shop', via: 'webhook' },
    ])
    expect(reported).toEqual(['e1'])
  })

  it('takes a delivery of the hosted service', async () => {
    const token = 'an-auth-token-of-an-account'
    const { post, ids } = await open({ secret: Secret.ofText(token), scheme: 'tangocrypto' })
    const body = eventJson({ id: 'e1' })
    const signature = createHmac('sha256', token).update(body).digest('hex')
    expect((await post(body, { 'x-tangocrypto-signature': signature })).status).toBe(200)
    expect((await post(`${body} `, { 'x-tangocrypto-signature': signature })).status).toBe(401)
    expect(ids()).toEqual(['e1'])
  })

  it('refuses what was not signed, signed otherwise, changed, or signed long ago', async () => {
    const { post, ids, errors } = await open()
    const body = eventJson({ id: 'planted-in-a-refused-body' })
    const long = 6 * 60_000
    for (const headers of [
      {},
      { ...signed(body), 'webhook-signature': 'v1,Ceo5qEr07ixe2NLpvHk3FH9bwy/WavXrAFQ/9tdO6mc=' },
      signed(`${body} `),
      signed(body, Date.now() - long),
      signed(body, Date.now() + long),
    ]) {
      expect((await post(body, headers)).status).toBe(401)
    }
    expect(ids()).toEqual([])
    expect(errors).toHaveLength(5)
    expect(errors.join()).not.toMatch(/planted|whsec/u)
  })

  it('refuses a signed body that is no event', async () => {
    const { post, ids } = await open()
    for (const body of ['', 'null', '[]', '{"id":', '{"no":"id"}', '"text"', '['.repeat(100_000)]) {
      expect((await post(body)).status).toBe(400)
    }
    expect(ids()).toEqual([])
  })

  it('takes a body of 1 MiB and refuses a larger one, whether its length is announced or not', async () => {
    const { post, inbox, ids } = await open()
    const empty = eventJson({ id: 'e1', more: { filler: '' } }).length
    const full = eventJson({ id: 'e1', more: { filler: 'x'.repeat(mebibyte - empty) } })
    expect(full).toHaveLength(mebibyte)
    expect((await post(full)).status).toBe(200)
    expect((await post(`${full} `)).status).toBe(413)
    const pieces = async function* () {
      for (let index = 0; index < 3; index += 1) yield Buffer.alloc(mebibyte, 0x20)
    }
    const init = { method: 'POST', body: ReadableStream.from(pieces()), duplex: 'half' } as const
    expect((await fetch(inbox.url, init)).status).toBe(413)
    expect(ids()).toEqual(['e1'])
  })

  it('answers to names of loopback, and to those that it was given', async () => {
    const body = eventJson({ id: 'e1' })
    const { inbox, events } = await open({ hosts: ['Hooks.example'] })
    expect(await postAs(inbox.url, 'evil.example', body)).toBe(403)
    expect(events.lastArrival()).toBe(0)
    expect(await postAs(inbox.url, `localhost:${inbox.port}`, body)).toBe(200)
    expect(await postAs(inbox.url, 'hooks.EXAMPLE:443', body)).toBe(200)
  })

  it('the inbox serves POST alone', async () => {
    const { inbox } = await open()
    const answer = await fetch(inbox.url)
    expect(answer.status).toBe(405)
    expect(answer.headers.get('allow')).toBe('POST')
  })

  it('slows down who proves nothing, and never who signs', async () => {
    const { post } = await open({ rate: { burst: 5, perSecond: 0 } })
    for (let index = 0; index < 20; index += 1) {
      expect((await post(eventJson({ id: `e${index}` }))).status).toBe(200)
    }
    const statuses = []
    for (let index = 0; index < 8; index += 1) statuses.push((await post('garbage', {})).status)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
  })

  it('does not say that an event is here before it is', async () => {
    const { post, db, ids, errors } = await open()
    db.script(
      `CREATE TRIGGER full BEFORE INSERT ON received_events
       BEGIN SELECT raise(ABORT, 'database or disk is full'); END`,
    )
    const body = eventJson({ id: 'e1' })
    expect((await post(body)).status).toBe(503)
    expect(errors).toEqual(['503 database or disk is full'])
    db.script('DROP TRIGGER full')
    expect((await post(body)).status).toBe(200)
    expect(ids()).toEqual(['e1'])
  })

  it('lives through 10,000 bodies of garbage and takes the next event', async () => {
    const { post, ids } = await open({ rate: { burst: 1e9, perSecond: 0 } })
    const garbage = [randomBytes(300).toString('latin1'), '{"id":', '\0\0', '{"id":"e0"}', '[[[[']
    const bad = new Set<number>()
    for (let round = 0; round < 10_000 / 50; round += 1) {
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, index) => {
          const body = garbage[index % garbage.length] ?? ''
          return post(body, index % 2 === 0 ? {} : signed('another body'))
        }),
      )
      for (const { status } of answers) bad.add(status)
    }
    expect([...bad]).toEqual([401])
    const body = eventJson({ id: 'e1' })
    expect((await post(body)).status).toBe(200)
    expect(ids()).toEqual(['e1'])
  })

  it('lives through what is not HTTP, and through senders that hang up', async () => {
    const { inbox, post } = await open()
    for (const text of [
      '\x16\x03\x01garbage\r\n\r\n',
      'POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 50\r\n\r\nhalf',
      'POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
      `GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`,
    ]) {
      const socket = connect(inbox.port, '127.0.0.1')
      socket.on('error', () => undefined)
      socket.resume()
      await once(socket, 'connect')
      socket.end(text)
      await once(socket, 'close')
    }
    expect((await post(eventJson({ id: 'e1' }))).status).toBe(200)
  })

  it('says that a port is taken, and that a secret could be guessed', async () => {
    const { inbox } = await open()
    await expect(open({ port: inbox.port })).rejects.toMatchObject({ code: 'conflict' })
    await expect(open({ secret: Secret.ofText('short') })).rejects.toMatchObject({
      code: 'invalid',
    })
  })
})
