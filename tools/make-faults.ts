import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { faultsPage } from './faults/faults-page.ts'

/** Makes docs/faults.md from the tests that name a fault. */
const root = join(import.meta.dirname, '..')
writeFileSync(join(root, 'docs', 'faults.md'), faultsPage(root))
