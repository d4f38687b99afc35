/**
 * A studio in a process of its own, to be killed while it delivers. Arguments: folder, API key. Its
 * webhooks' secrets lie in a file of the folder, as only a test's may. Says its address in a line
 * once it is up.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { openContentStore } from '#media/content/store.ts'
import { Secret } from '#platform/secret/secret.ts'
import type { WebhookSecrets } from '#platform/secret/webhook-secrets.ts'
import { startStudio } from '#studio/start-studio.ts'
import { createFakeVault } from '../open-studio.ts'

const [folder = '', apiKey = ''] = process.argv.slice(2)
const file = join(folder, 'webhook-secrets.json')
const secretsIn = (): Record<string, string> =>
  existsSync(file)
    ? z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(file, 'utf8')))
    : {}

const webhookSecrets: WebhookSecrets = {
  set: async (id, secret) =>
    writeFileSync(file, JSON.stringify({ ...secretsIn(), [id]: secret.text() })),
  get: async (id) => Secret.ofText(secretsIn()[id] ?? ''),
  remove: async () => undefined,
}

const running = await startStudio({
  database: join(folder, 'studio.db'),
  content: await openContentStore({ dir: join(folder, 'content') }),
  network: 'devnet',
  appId: 'local',
  apiKey: Secret.ofText(apiKey),
  keys: createFakeVault().keys,
  webhookSecrets,
  // What it claims is free again 5 seconds after the limit.
  deliveryTimes: { limitMs: 500, pollMs: 10 },
})
console.log(running.baseUrl)
