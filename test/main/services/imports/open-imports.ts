import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, vi } from 'vitest'
import type { CallInput, CallOutput } from '#contract/window/calls.ts'
import { importJob, type ImportJobView } from '#contract/imports/calls.ts'
import { writeCsv } from '../../../app/imports/table/write-csv.ts'
import { makePicture } from '../../../app/imports/harness.ts'
import { herbariumForm, openServices } from '../open-services.ts'

type Opened = Awaited<ReturnType<typeof openServices>>

/** The services with a collection of one tag, `<ink>`, and a folder for images. */
export const openImports = async () => {
  const services = await openServices()
  const { call } = services
  const made = await call('collections.create', { accountId: 'local', form: herbariumForm })
  const folder = await mkdtemp(join(tmpdir(), 'coldpress-prints-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const open = (change: Partial<CallInput<'imports.open'>> = {}) =>
    call('imports.open', {
      accountId: 'local',
      collectionId: made.id,
      folder,
      csv: null,
      settings: { maxPixels: 16, format: 'keep', quality: 80 },
      pinner: 'local',
      ...change,
    })
  return {
    ...services,
    collectionId: made.id,
    folder,
    open,
    tokens: () => tokensOf(services, made.id),
  }
}

const tokensOf = async ({ app }: Opened, collectionId: string) => {
  const client = await app.accounts.client('local')
  const names: string[] = []
  for await (const { asset_name } of client.tokens(collectionId, { order: 'asc', size: 100 }))
    names.push(asset_name)
  return names
}

export const header = ['asset_name', 'name', 'image', 'Ink'] as const
export const print = (index: number): readonly string[] => [
  `Print${index}`,
  `Print no ${index}`,
  `${index}.png`,
  'blue',
]

export const writeTable = (folder: string, rows: readonly (readonly string[])[]): Promise<void> =>
  writeFile(join(folder, 'prints.csv'), writeCsv(rows))

/** Images and a table without an issue. */
export const makePrints = async (folder: string, count: number): Promise<void> => {
  for (let index = 1; index <= count; index += 1) await makePicture(folder, index)
  await writeTable(folder, [header, ...Array.from({ length: count }, (_, at) => print(at + 1))])
}

/** The `imports.ended` of a job: the first, or the one after so many others. */
export const endOf = (
  { state }: Pick<Opened, 'state'>,
  job: string,
  nth = 0,
): Promise<ImportJobView> =>
  vi.waitFor(
    () => {
      const ends = state.events
        .filter(([name]) => name === 'imports.ended')
        .map(([, payload]) => importJob.parse(payload))
        .filter(({ id }) => id === job)
      const end = ends[nth]
      if (end === undefined) throw new Error('it has not ended')
      return end
    },
    { timeout: 60_000, interval: 20 },
  )

export type Issue = CallOutput<'imports.issues'>['issues'][number]
