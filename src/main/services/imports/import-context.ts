import type { ImportServiceDeps } from '../services-deps.ts'
import type { WindowImages } from '#app/imports/pipeline/preparation.ts'
import type { PreparedImages } from '#app/imports/pipeline/prepared-images.ts'
import type { Drafts } from './drafts.ts'
import type { ImageChecks } from './image-checks.ts'
import type { JobRegistry } from './job-registry.ts'
import type { Previews } from './previews.ts'
import type { Runs } from './runs.ts'

/** What the handlers of imports share. */
export type ImportContext = ImportServiceDeps & {
  readonly drafts: Drafts
  readonly prepared: PreparedImages
  readonly window: WindowImages
  readonly previews: Previews
  readonly checks: ImageChecks
  readonly runs: Runs
  readonly book: JobRegistry
}
