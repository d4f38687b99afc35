import { countText } from '#values/text/format.ts'
import { clockIssueIn } from '#platform/disk/home.ts'
import { checkDatabases } from '#platform/db/home-databases.ts'
import type { Core } from '../create-core.ts'
import type { ReportedCheck } from './report.ts'

/** What the window can check by itself, without asking a service. */
export const homeChecks = async ({ home, vault }: Core): Promise<readonly ReportedCheck[]> => {
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
