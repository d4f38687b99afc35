import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ColdpressError } from '#values/errors/errors.ts'
import { collectionRequest } from '#contract/collections/collection.ts'
import type { ServiceContext, WindowHandlersOf, ServicesDeps } from './services-deps.ts'

export type SampleContext = ServiceContext &
  Pick<ServicesDeps, 'resources'> & {
    readonly imports: Pick<WindowHandlersOf<'imports'>, 'imports.open' | 'imports.start'>
  }

type Started = { readonly collectionId: string; readonly job: string }

/**
 * Creates the sample collection in the Local studio and starts the import of its images. Two
 * simultaneous calls do it once.
 */
export const createSample = (context: SampleContext): (() => Promise<Started>) => {
  let starting: Promise<Started> | undefined
  return async () => {
    starting ??= start(context)
    try {
      return await starting
    } finally {
      starting = undefined
    }
  }
}

const start = async ({ app, log, resources, imports }: SampleContext): Promise<Started> => {
  if (app.vault.status().state === 'new') {
    throw new ColdpressError(
      'vault_locked',
      'Choose a passphrase for your vault first: the sample collection gets a signing key of its own, and the vault keeps it.',
    )
  }
  const text = await readFile(join(resources, 'sample-collection.json'), 'utf8')
  const client = await app.accounts.client('local')
  const { id, name, policy } = await client.createCollection(
    collectionRequest.parse(JSON.parse(text)),
  )
  app.practice.add({ accountId: 'local', collectionId: id, policyId: policy.policy_id })
  try {
    const draft = await imports['imports.open']({
      accountId: 'local',
      collectionId: id,
      folder: join(resources, 'sample'),
      csv: null,
      settings: { maxPixels: 1024, format: 'keep', quality: 90 },
      pinner: 'local',
    })
    const { job } = await imports['imports.start']({ draftId: draft.id })
    log({
      level: 'info',
      kind: 'collection',
      message: `The sample collection ${name} was created.`,
      details: { collectionId: id, policyId: policy.policy_id },
    })
    return { collectionId: id, job }
  } catch (error) {
    // Another attempt creates another collection; the import's error matters more than an empty
    // one.
    await client.deleteCollection(id).catch(() => undefined)
    throw error
  }
}
