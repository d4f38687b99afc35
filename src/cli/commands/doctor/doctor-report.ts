import type { Program } from '#app/doctor/diagnostics.ts'
import { reportText } from '#app/doctor/report.ts'
import type { Core } from '#app/create-core.ts'
import packageJson from '#package' with { type: 'json' }
import type { Check } from './doctor-check.ts'

const program = (): Program => ({
  version: packageJson.version,
  kind: 'the command line',
  versions: { node: process.versions.node, sqlite: process.versions['sqlite'] ?? 'unknown' },
})

/** The report that `doctor --report` writes. Names and addresses of the user's may stand in its log. */
export const doctorReport = (
  home: string,
  checks: readonly Check[],
  core: Core | undefined,
): Promise<string> => reportText({ home, program: program(), checks, core, isPublic: false })
