import type { Command } from 'commander'
import type { Network } from '#values/networks/networks.ts'
import { mergeFiles, type PolicyFiles, wipeFiles } from '#app/policies/from-files/policy-file.ts'
import { readPolicyFiles } from '#app/policies/from-files/read-policy-files.ts'
import type { InspectedPolicy, PolicyView } from '#contract/policies/policy-view.ts'
import { isWatchOnly } from '#contract/policies/watch-only.ts'
import { readSecretFile } from '#cli/files.ts'
import { command } from '#cli/program.ts'
import type { Session } from '#cli/session.ts'
import { hint } from '#cli/terminal/hint.ts'
import { networkOption } from './network-option.ts'
import { foundJson, foundText } from './found-shown.ts'
import { policyJson, policyText } from './policy-shown.ts'
import { sections } from '#cli/terminal/table.ts'

type ImportOptions = {
  readonly file: string
  readonly signingKeyFile?: readonly string[]
  readonly name?: string
  readonly network?: Network
  readonly dryRun?: boolean
}

export const addImport = (policy: Command): void =>
  command<ImportOptions>(
    policy,
    'import',
    "import or take over a policy: a public policy file, a service's policy export, files of cardano-cli or pycardano, a CNTools policy folder, or an NMKR key export (zip)",
    'policy import --file ./priv/asset/Herbarium --dry-run',
    (imported) =>
      imported
        .requiredOption(
          '--file <path>',
          'a file, folder or zip: what it holds is recognised. Or a key of a policy that is listed here',
        )
        .option(
          '--signing-key-file <file...>',
          'key files that are elsewhere; none is needed for keys in the vault, or to watch only',
        )
        .option('--name <name>', 'a name to recognise it by')
        .addOption(
          networkOption(
            "the network whose slots the lock counts (default: the one that fits the file's lock time, else mainnet)",
          ),
        )
        .option('--dry-run', 'only say what the policy can still do; stores nothing'),
    async (session, { file, signingKeyFile = [], name, network, dryRun }) => {
      const given = await readAllSources([file, ...signingKeyFile])
      try {
        const app = await session.app()
        const found = await app.policies.inspectFiles(
          given,
          network === undefined ? {} : { network },
        )
        if (dryRun === true)
          return { json: foundJson(found), text: sections(foundText(found), 'Nothing was stored.') }
        session.terminal.info(foundText(found), '')
        return await store(session, given, found, name)
      } finally {
        wipeFiles(given.files)
      }
    },
  )

/** The files of all paths; `--signing-key-file` may name several. */
export const readAllSources = async (paths: readonly string[]): Promise<PolicyFiles> => {
  const read: PolicyFiles[] = []
  try {
    for (const path of paths)
      read.push(await readPolicyFiles(path, (one) => readSecretFile(one, 'policy file')))
    return mergeFiles(read)
  } catch (error) {
    wipeFiles(mergeFiles(read).files)
    throw error
  }
}

const store = async (
  session: Session,
  given: PolicyFiles,
  found: InspectedPolicy,
  name: string | undefined,
) => {
  const options = { network: found.network, ...(name === undefined ? {} : { name }) }
  const stored = await session.withVault((app) => app.policies.importFiles(given, options))
  return { json: policyJson(stored), text: [importedText(stored), policyText(stored)] }
}

const importedText = (policy: PolicyView): string =>
  isWatchOnly(policy)
    ? `Watch-only: its keys stay on their computer. To make a collection of it: ${hint(`collection create --file F --policy ${policy.policyId}`)}`
    : 'In the vault.'
