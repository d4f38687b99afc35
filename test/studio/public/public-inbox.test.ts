import { expect, onTestFinished, test } from 'vitest'
import { openInbox } from '#app/events/inbox/inbox.ts'
import { Secret } from '#platform/secret/secret.ts'
import { readPublicAccess } from '#cli/commands/studio/read-public-access.ts'
import { eventJson } from '../../app/events/event-of.ts'
import { deliveryHeaders } from '../../support/signed-delivery.ts'
import { openStudio } from '../open-studio.ts'

const key = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

const signed = (body: string) => deliveryHeaders(key, body)

test('The public server receives signed events where that was asked for, many from one address, and nothing else there', async () => {
  const access = readPublicAccess({
    listen: '127.0.0.1:4880',
    publicUrl: 'https://shop.example.com',
    trustedProxy: ['127.0.0.1'],
  })
  if (access === undefined) throw new Error('no public access')
  const received: string[] = []
  const inbox = openInbox({
    accountId: 'hosted',
    secret: Secret.ofText(key),
    scheme: 'standard',
    hosts: ['shop.example.com'],
    events: {
      receive: (events) => {
        received.push(...events.map(({ event }) => event.id))
        return { added: [], known: 0 }
      },
    },
  })
  const studio = await openStudio({
    publicAccess: { ...access, answerInbox: inbox.answer },
  })
  const without = await openStudio({ publicAccess: access })
  onTestFinished(async () => {
    await studio.close()
    await without.close()
    inbox.close()
  })
  const post = async (
    { publicApp }: typeof studio,
    body: string,
    headers: Record<string, string> = signed(body),
  ) => {
    const reply = await publicApp?.inject({
      method: 'POST',
      url: '/inbox',
      payload: body,
      headers: { host: 'shop.example.com', 'content-type': 'application/json', ...headers },
    })
    return reply?.statusCode
  }
  const many = Array.from({ length: 40 }, (_, index) => eventJson({ id: `event-${index}` }))
  expect(await Promise.all(many.map((body) => post(studio, body)))).toEqual(many.map(() => 200))
  expect(received).toHaveLength(40)
  const body = eventJson({ id: 'forged' })
  expect(await post(studio, body, {})).toBe(401)
  expect(await post(studio, body, { ...signed(body), host: 'attacker.example' })).toBe(403)
  expect(await post(studio, body, { ...signed(body), origin: 'https://attacker.example' })).toBe(
    403,
  )
  expect(await post(studio, `${body}${' '.repeat(1_100_000)}`)).toBe(413)
  expect(await post(without, body)).toBe(404)
  expect(received).toHaveLength(40)
})
