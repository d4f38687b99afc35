import { expect, it, onTestFinished } from 'vitest'
import { readPublicAccess } from '#cli/commands/studio/read-public-access.ts'
import { openInbox } from '#app/events/inbox/inbox.ts'
import { Secret } from '#platform/secret/secret.ts'
import { eventJson } from '../app/events/event-of.ts'
import { openStudio } from '../studio/open-studio.ts'
import { deliveryHeaders } from '../support/signed-delivery.ts'

const key = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

it.each([
  ['a direct one', [], '198.51.100.9', undefined],
  ['one behind the trusted proxy', ['127.0.0.1'], '127.0.0.1', '192.0.2.1, 198.51.100.9'],
] as const)(
  'Unsigned deliveries of one sender, %s, do not keep genuine ones of another out',
  async (_who, trustedProxy, remoteAddress, forwarded) => {
    const publicAccess = readPublicAccess({
      listen: '127.0.0.1:4880',
      publicUrl: 'https://shop.example.com',
      trustedProxy,
    })
    if (publicAccess === undefined) throw new Error('no public access')
    const inbox = openInbox({
      accountId: 'hosted',
      secret: Secret.ofText(key),
      scheme: 'standard',
      hosts: ['shop.example.com'],
      // what all senders share; the test takes less than the time in which one comes back
      rate: { burst: 300, perSecond: 0.001 },
      events: { receive: () => ({ added: [], known: 0 }) },
    })
    const studio = await openStudio({
      publicAccess: { ...publicAccess, answerInbox: inbox.answer },
    })
    onTestFinished(async () => {
      await studio.close()
      inbox.close()
    })
    const post = async (peer: string, from: string | undefined, signed: object) => {
      const reply = await studio.publicApp?.inject({
        method: 'POST',
        url: '/inbox',
        remoteAddress: peer,
        payload: eventJson({ id: 'e1' }),
        headers: {
          host: 'shop.example.com',
          'content-type': 'application/json',
          ...(from === undefined ? {} : { 'x-forwarded-for': from }),
          ...signed,
        },
      })
      return reply?.statusCode
    }
    const statuses: unknown[] = []
    for (let sent = 0; sent < 600; sent += 1)
      statuses.push(await post(remoteAddress, forwarded, {}))
    expect(statuses[0]).toBe(401)
    expect(statuses.at(-1)).toBe(429)
    const genuine = deliveryHeaders(key, eventJson({ id: 'e1' }))
    const other =
      forwarded === undefined ? ['203.0.113.5', undefined] : ['127.0.0.1', '203.0.113.5']
    expect(await post(other[0] ?? '', other[1], genuine)).toBe(200)
  },
)
