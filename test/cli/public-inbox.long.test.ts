import { randomInt } from 'node:crypto'
import { expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { eventJson } from '../app/events/event-of.ts'
import { TestHome } from '../support/coldpress.ts'
import { deliveryHeaders } from '../support/signed-delivery.ts'
import { serve } from '../support/serving.ts'
import { succeeds } from '../support/two-machines.ts'

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

it('studio serve --public-inbox stores what a hosted account delivers under the public URL, once its inbox has a secret', async () => {
  const home = await TestHome.withVault()
  onTestFinished(() => home.remove())
  const port = randomInt(20_000, 30_000)
  const key = home.file('api-key.txt', 'a-key-of-a-hosted-service\n')
  const account = ['account', 'add', 'hosted', '--network', 'testnet', '--app-id', 'one']
  const at = ['--base-url', 'https://service.example', '--api-key-file', key]
  await succeeds(home, [...account, ...at])
  const origin = `http://127.0.0.1:${port}`
  const open = ['--listen', `127.0.0.1:${port}`, '--public-url', origin, '--public-inbox', 'hosted']
  const passphrase = ['--passphrase-file', home.passphraseFile]
  const refused = await home.json(['studio', 'serve', ...open])
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('--for-inbox') })

  const listening = home.start([
    'events',
    'listen',
    '--account',
    'hosted',
    '--secret-file',
    home.file('secret.txt', `${secret}\n`),
    ...passphrase,
  ])
  await new Promise((done) => listening.stdout?.once('data', done))
  listening.kill('SIGTERM')

  const studio = await serve(home, [...open, ...passphrase])
  const body = eventJson({ id: 'from-elsewhere' })
  const reply = await fetch(`${origin}/inbox`, {
    method: 'POST',
    body,
    headers: deliveryHeaders(secret, body),
  })
  expect([reply.status, await reply.text()]).toEqual([200, '{"status":"received"}'])
  await studio.stop()
  const listed = z
    .array(z.looseObject({ event_id: z.string() }))
    .parse(await succeeds(home, ['events', '--account', 'hosted']))
  expect(listed.map(({ event_id: id }) => id)).toEqual(['from-elsewhere'])
})
