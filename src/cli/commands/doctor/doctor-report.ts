import { printable } from '#shared/printable.ts'
import { diagnosticsText, type Program } from '#core/diagnostics/diagnostics.ts'
import { loggedEntries, logLines } from '#core/diagnostics/log-lines.ts'
import type { Core } from '#core/index.ts'
import packageJson from '#package' with { type: 'json' }
import type { Check } from './doctor-check.ts'

const program = (): Program => ({
  version: packageJson.version,
  kind: 'the command line',
  versions: { node: process.versions.node, sqlite: process.versions['sqlite'] ?? 'unknown' },
})

const versionsAlone = (): string => {
  const { version, kind, versions } = program()
  return `Coldpress: ${version} in ${kind}\nVersions: node ${versions['node'] ?? ''}\nSystem: ${process.platform} ${process.arch}`
}

/**
 * The text of a report for somebody who looks into an error: versions and states, the path of the
 * data folder, the checks, and the end of the app's log. It holds no secret. Names and addresses of
 * the user's may stand in the log. Without a core, which cannot always be opened, it has the rest.
 */
export const reportText = async (
  home: string,
  checks: readonly Check[],
  core: Core | undefined,
): Promise<string> => {
  const sections: readonly (readonly [title: string, lines: readonly string[]])[] = [
    ['Checks', checks.map(({ name, state, message }) => `${state} ${name}: ${message}`)],
    [
      `Log, its newest ${loggedEntries} entries`,
      core === undefined ? ['The data folder could not be opened.'] : logLines(core),
    ],
  ]
  const facts =
    core === undefined ? versionsAlone() : await diagnosticsText({ core, program: program() })
  return [
    facts,
    `Data folder: ${home}`,
    ...sections.flatMap(([title, lines]) => [
      '',
      title,
      ...lines.map((line) => `  ${printable(line)}`),
    ]),
    '',
  ].join('\n')
}
