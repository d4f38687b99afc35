import { printable } from '#values/text/printable.ts'
import type { App } from '../create-app.ts'
import { diagnosticsText, type Program } from './diagnostics.ts'
import { loggedEntries, logLines } from './log-lines.ts'
import { countText } from '#values/text/format.ts'
import { clockIssueIn } from '#platform/disk/home.ts'
import { checkDatabases } from '#platform/db/home-databases.ts'

/** What a check found. */
export type ReportedCheck = {
  readonly name: string
  readonly state: 'ok' | 'warning' | 'error'
  readonly message: string
}

export type ReportOptions = {
  readonly home: string
  readonly program: Program
  readonly checks: readonly ReportedCheck[]
  /** Absent where the data folder cannot be opened: the report has the rest. */
  readonly app: App | undefined
  /**
   * Without paths, and without the sentences of checks and of the log, which may name what the user
   * named: for a text that is pasted in public.
   */
  readonly isPublic: boolean
}

/**
 * The text of a report for somebody who looks into an error: `doctor --report` and the window's
 * "Copy diagnostics". Versions and states, checks, and the end of the app's log. It holds no secret.
 */
export const reportText = async (options: ReportOptions): Promise<string> => {
  const { home, program, checks, app, isPublic } = options
  const details =
    app === undefined ? versionsAlone(program) : await diagnosticsText({ app, program })
  const sections: readonly (readonly [title: string, lines: readonly string[]])[] = [
    [
      'Checks',
      checks.map(({ name, state, message }) =>
        isPublic ? `${state} ${name}` : `${state} ${name}: ${message}`,
      ),
    ],
    [
      `Log, its newest ${loggedEntries} entries`,
      app === undefined
        ? ['The data folder could not be opened.']
        : logLines(app).map((line) => (isPublic ? withoutSentence(line) : line)),
    ],
  ]
  return [
    details,
    ...(isPublic ? [] : [`Data folder: ${home}`]),
    ...sections.flatMap(([title, lines]) => [
      '',
      title,
      ...lines.map((line) => `  ${printable(line)}`),
    ]),
    '',
  ].join('\n')
}

/** When, how grave and of what kind: what Coldpress itself chose. */
const withoutSentence = (line: string): string => /^\S+ \S+ [^\s:]+/u.exec(line)?.[0] ?? ''

const versionsAlone = ({ version, kind, versions }: Program): string =>
  `Coldpress: ${version} in ${kind}\nVersions: node ${versions['node'] ?? ''}\nSystem: ${process.platform} ${process.arch}`

/** What the window can check by itself, without asking a service. */
export const homeChecks = async ({ home, vault }: App): Promise<readonly ReportedCheck[]> => {
  const issue = clockIssueIn(home)
  const databases = checkDatabases(home, 'quick_check')
  const isSound = databases.every(({ parts, error }) => parts.length === 0 && error === undefined)
  const { store } = await vault.probe()
  return [
    { name: 'clock', state: issue === undefined ? 'ok' : 'warning', message: issue ?? '' },
    {
      name: `databases (${countText(databases.length, 'file')})`,
      state: isSound ? 'ok' : 'error',
      message: '',
    },
    { name: 'secrets', state: store.works ? 'ok' : 'error', message: '' },
  ]
}
