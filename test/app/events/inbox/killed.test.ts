import { spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { Database } from '#platform/db/database.ts'
import { startInbox } from '#app/events/inbox/inbox.ts'
import { receivedSchema } from '#app/events/received/event-schema.ts'
import { createReceivedEvents } from '#app/events/received/received-events.ts'
import { Secret } from '#platform/secret/secret.ts'
import { practiceSchema } from '#app/practice/practice.ts'
import { eventJson } from '../event-of.ts'
import { temporaryFolder } from '../../../support/folder-test.ts'

const token = 'an-auth-token-of-an-account'
const source = join(import.meta.dirname, '..', '..', '..', '..', 'src')

/** An inbox that is killed when its event is on disk and nothing was answered. */
const program = (path: string): string => `
  const { Database } = await import('${source}/platform/db/database.ts')
  const { startInbox } = await import('${source}/app/events/inbox/inbox.ts')
  const { receivedSchema } = await import('${source}/app/events/received/event-schema.ts')
  const { practiceSchema } = await import('${source}/app/practice/practice.ts')
  const { createReceivedEvents } = await import('${source}/app/events/received/received-events.ts')
  const { Secret } = await import('${source}/platform/secret/secret.ts')
  const events = createReceivedEvents({ db: new Database('${path}', [receivedSchema, practiceSchema]) })
  const inbox = await startInbox({
    events,
    accountId: 'shop',
    secret: Secret.ofText('${token}'),
    scheme: 'tangocrypto',
    onEvent: () => process.kill(process.pid, 'SIGKILL'),
  })
  console.log(inbox.url)
`

const deliver = (url: string, body: string) =>
  fetch(url, {
    method: 'POST',
    body,
    headers: { 'x-tangocrypto-signature': createHmac('sha256', token).update(body).digest('hex') },
  })

it('an event whose sender saw no answer is here, and is known when it is sent again', async () => {
  const folder = temporaryFolder()
  const path = join(folder, 'app.db')
  const child = spawn(process.execPath, ['--input-type=module', '-e', program(path)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = once(child, 'exit')
  const [url] = z.tuple([z.string()]).parse(await once(createInterface(child.stdout), 'line'))
  const body = eventJson({ id: 'e1' })
  await expect(deliver(url, body)).rejects.toThrow('fetch failed')
  expect(await exit).toEqual([null, 'SIGKILL'])

  const db = new Database(path, [receivedSchema, practiceSchema])
  onTestFinished(() => db.close())
  const events = createReceivedEvents({ db })
  const inbox = await startInbox({
    events,
    accountId: 'shop',
    secret: Secret.ofText(token),
    scheme: 'tangocrypto',
  })
  onTestFinished(() => inbox.close())
  const again = await deliver(inbox.url, body)
  expect(await again.json()).toEqual({ status: 'known' })
  expect(events.page({ limit: 9 }).map(({ raw }) => raw)).toEqual([body])
})
