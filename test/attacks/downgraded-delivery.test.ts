import { describe, expect, it, onTestFinished } from 'vitest'
import { Database } from '#platform/db/database.ts'
import { createEvents } from '#app/events/events.ts'
import { inboxesSchema } from '#app/events/inbox/inbox-configs.ts'
import { startInbox } from '#app/events/inbox/inbox.ts'
import { practiceSchema } from '#app/practice/practice.ts'
import { receivedSchema } from '#app/events/received/event-schema.ts'
import { Secret } from '#platform/secret/secret.ts'
import { newWebhookSecret } from '#platform/webhooks/new-secret.ts'
import { signDelivery } from '#platform/webhooks/signature.ts'
import { eventJson, openEvents } from '../app/events/event-of.ts'

const body = eventJson({ id: 'e1' })
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)

const post = async (url: string, headers: Readonly<Record<string, string>>): Promise<number> =>
  (await fetch(url, { method: 'POST', body, headers })).status

/** What a studio sends, signed in both schemes; the attacker recorded it and keeps what he likes. */
const recorded = (secret: Secret, at: Date) =>
  signDelivery({ id: 'msg_1', body: Buffer.from(body) }, secret, at)

describe('a recorded delivery whose Standard Webhooks headers are stripped', () => {
  it('does not pass by the older signature, which holds no time', async () => {
    const { events } = openEvents()
    const secret = newWebhookSecret()
    const inbox = await startInbox({ events, accountId: 'shop', secret, scheme: 'standard' })
    onTestFinished(() => inbox.close())
    const { 'x-tangocrypto-signature': older } = recorded(secret, minutesAgo(60 * 24 * 30))
    expect(await post(inbox.url, { 'x-tangocrypto-signature': older })).toBe(401)
    expect(events.lastArrival()).toBe(0)
    expect(await post(inbox.url, { ...recorded(secret, new Date()) })).toBe(200)
  })

  it('does not pass at an inbox that has no scheme yet', async () => {
    const db = new Database(':memory:', [inboxesSchema, receivedSchema, practiceSchema])
    onTestFinished(() => db.close())
    db.run(
      `INSERT INTO inboxes (account_id, is_on, port, hosts) VALUES ('shop', 1, 4801, '[]'), ('old', 1, 4802, '[]')`,
    )
    const events = createEvents({
      db,
      vault: noVault,
      accounts: noAccounts,
    })
    const secret = newWebhookSecret()
    const inbox = await events.listen({ accountId: 'shop', secret })
    onTestFinished(() => inbox.close())
    const { 'x-tangocrypto-signature': older } = recorded(secret, minutesAgo(10))
    expect(await post(inbox.url, { 'x-tangocrypto-signature': older })).toBe(401)
    expect(events.inboxConfigs.get('shop').scheme).toBe('standard')

    // a secret that only the older scheme has
    const token = Secret.ofText('an-auth-token-of-an-account')
    const hosted = await events.listen({ accountId: 'old', secret: token })
    onTestFinished(() => hosted.close())
    expect(events.inboxConfigs.get('old').scheme).toBe('tangocrypto')
  })
})

const unused = (): never => {
  throw new Error('not used here')
}
const noVault = { getApiKey: unused, setApiKey: unused, removeApiKey: unused }
const noAccounts = { get: unused, client: unused }
