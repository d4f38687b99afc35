import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { startInbox } from '#app/events/inbox/inbox.ts'
import { newWebhookSecret } from '#platform/webhooks/new-secret.ts'
import { signDelivery } from '#platform/webhooks/signature.ts'
import { eventJson, openEvents } from '../app/events/event-of.ts'

/** A browser sends them by itself; fetch here does not let its caller set them. */
const asPage = async (url: string, headers: Readonly<Record<string, string>>) => {
  const call = httpRequest(url, { method: 'POST', headers })
  call.end('{}')
  const [response] = await once(call, 'response')
  response.resume()
  return response.statusCode
}

it.each([
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { 'sec-fetch-site': 'cross-site' },
])(
  'a page that floods the inbox with requests (%j) does not keep genuine deliveries out',
  async (headers) => {
    const { events } = openEvents()
    const secret = newWebhookSecret()
    const rate = { burst: 20, perSecond: 0 }
    const inbox = await startInbox({ events, accountId: 'shop', secret, scheme: 'standard', rate })
    onTestFinished(() => inbox.close())
    const statuses = new Set<unknown>()
    for (let sent = 0; sent < 60; sent += 1) statuses.add(await asPage(inbox.url, headers))
    expect([...statuses]).toEqual([403])
    const body = eventJson({ id: 'e1' })
    const signed = signDelivery({ id: 'msg_1', body: Buffer.from(body) }, secret, new Date())
    const answer = await fetch(inbox.url, { method: 'POST', body, headers: { ...signed } })
    expect(answer.status).toBe(200)
  },
)
