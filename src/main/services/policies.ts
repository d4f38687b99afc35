import { replaceFile } from '#platform/disk/durable-file.ts'
import type { PolicyView } from '#contract/policies/policy-view.ts'
import { isWatchOnly } from '#contract/policies/watch-only.ts'
import { useAndWipe } from '#platform/secret/secret.ts'
import type { ConfirmingContext } from './confirm/confirmations.ts'
import { asksOutsidePage } from './confirm/outside-devnet.ts'
import { choosePaths } from './chosen-paths.ts'
import { phraseIndexOf } from './phrases.ts'
import type { PickedFiles } from './picked-files.ts'
import { withPolicySources } from './policy-sources.ts'
import { noted, warned } from './policy-log.ts'
import { publicPolicyHandlers } from './public-policies.ts'
import type { WindowHandlersOf, ServicesDeps } from './services-deps.ts'
import { type VaultContext, withPassphrase } from './vault.ts'

export type PolicyContext = VaultContext &
  ConfirmingContext &
  Pick<ServicesDeps, 'dialogs'> & { readonly picked: PickedFiles }

export const policyHandlers = (context: PolicyContext): WindowHandlersOf<'policies'> => ({
  ...intakeHandlers(context),
  ...outgoingHandlers(context),
  ...publicPolicyHandlers(context),
})

type Intake = 'policies.list' | 'policies.generate' | 'policies.exportFrom' | 'policies.inspect'
type IntakeHandlers = Pick<WindowHandlersOf<'policies'>, Intake | 'policies.import'>

const intakeHandlers = (context: PolicyContext): IntakeHandlers => {
  const { app, log, picked } = context
  const asks = asksOutsidePage(context)
  return {
    'policies.list': () => app.policies.list(),
    'policies.generate': async ({ name, network, lockTime, phrase }) => {
      const made = await app.policies.generate({
        network,
        ...named(name),
        ...(lockTime === null ? {} : { lockTime }),
        ...(phrase === undefined ? {} : { phrase: phraseIndexOf(phrase) }),
      })
      log(noted('The policy # was made; its key is in the vault.', made))
      return made
    },
    'policies.exportFrom': async ({ accountId, collectionId, name }) => {
      const account = app.accounts.get(accountId)
      const taken = await app.policies.exportFrom(
        await app.accounts.client(account.id),
        account.id,
        collectionId,
        {
          network: account.chain ?? account.network,
          ...named(name ?? ''),
          asks,
        },
      )
      log(
        noted(`The policy # and its keys were brought from ${account.name} into the vault.`, taken),
      )
      return taken
    },
    'policies.inspect': ({ source, keys, network }) =>
      withPolicySources([source, ...keys], picked, (files) =>
        app.policies.inspectFiles(files, network === null ? {} : { network }),
      ),
    'policies.import': async ({ source, keys, name, network }) => {
      const options = { ...named(name), ...(network === null ? {} : { network }), asks }
      const taken = await withPolicySources([source, ...keys], picked, (files) =>
        app.policies.importFiles(files, options),
      )
      const where = isWatchOnly(taken) ? 'on another computer' : 'in the vault'
      log(noted(`The policy # was imported; its keys are ${where}.`, taken))
      return taken
    },
  }
}

type Outgoing =
  | 'policies.script'
  | 'policies.saveScript'
  | 'policies.reveal'
  | 'policies.saveWithKeys'
  | 'policies.savePublicKeys'
  | 'policies.saveKeyFiles'
type OutgoingHandlers = Pick<WindowHandlersOf<'policies'>, Outgoing>

const outgoingHandlers = (context: PolicyContext): OutgoingHandlers => {
  const { app, log, dialogs } = context
  return {
    'policies.script': ({ policyId }) => {
      const { scriptJson, scriptCborHex } = app.policies.publicFiles(policyId)
      return { json: scriptJson, cborHex: scriptCborHex }
    },
    'policies.saveScript': async ({ policyId }) => {
      const { scriptJson } = app.policies.publicFiles(policyId)
      const path = await dialogs.saveFile(`policy-${policyId.slice(0, 8)}.script`)
      if (path === null) return null
      await replaceFile(path, new TextEncoder().encode(scriptJson))
      const policy = await app.policies.show(policyId)
      log(noted('The script of the policy # was saved.', policy, { path }))
      return path
    },
    'policies.reveal': async ({ policyId, passphrase }) => {
      const policy = await app.policies.show(policyId)
      const text = await withPassphrase(context, passphrase, async () =>
        useAndWipe(await app.policies.revealForExport(policyId), async (secret) => secret.text()),
      )
      log(warned(noted('The keys of the policy # were shown in the window.', policy)))
      return { text }
    },
    'policies.saveWithKeys': async ({ policyId, passphrase }) => {
      const policy = await app.policies.show(policyId)
      // Checked before the dialog, so that nobody picks a file with a wrong passphrase, and again
      // after it: the keys are not in memory while the user looks for a folder.
      await withPassphrase(context, passphrase, () => Promise.resolve())
      const path = await dialogs.saveFile(`policy-${policyId.slice(0, 8)}-with-keys.json`)
      if (path === null) return null
      await withPassphrase(context, passphrase, async () =>
        useAndWipe(await app.policies.revealForExport(policyId), (secret) =>
          secret.use((bytes) => replaceFile(path, bytes)),
        ),
      )
      log(warned(noted('The policy # was saved with its keys, readable.', policy, { path })))
      return path
    },
    ...keyFileHandlers(context),
  }
}

const keyFileHandlers = (
  context: PolicyContext,
): Pick<OutgoingHandlers, 'policies.savePublicKeys' | 'policies.saveKeyFiles'> => {
  const { app, log, dialogs } = context
  return {
    'policies.savePublicKeys': async ({ policyId }) => {
      const policy = await app.policies.show(policyId)
      const keys = await app.policies.verificationKeyFiles(policyId)
      const chosen = await choosePaths(
        dialogs,
        keys.map(({ keyHash }) => `${keyHash}.vkey`),
      )
      if (chosen === null) return null
      const { paths, write } = chosen
      for (const { keyHash, text } of keys)
        await write(`${keyHash}.vkey`, new TextEncoder().encode(text))
      log(noted('The public keys of the policy # were saved.', policy, { path: paths.join(', ') }))
      return paths
    },
    'policies.saveKeyFiles': async ({ policyId, passphrase }) => {
      const policy = await app.policies.show(policyId)
      // As in saveWithKeys: before the dialog and again after it.
      await withPassphrase(context, passphrase, () => Promise.resolve())
      const chosen = await choosePaths(dialogs, keyFileNames(policy))
      if (chosen === null) return null
      const { paths, write } = chosen
      await withPassphrase(context, passphrase, async () => {
        const files = await app.policies.revealKeyFiles(policyId)
        try {
          for (const { keyHash, text } of files)
            await text.use((bytes) => write(`${keyHash}.skey`, bytes))
        } finally {
          for (const { text } of files) text.wipe()
        }
      })
      const details = { path: paths.join(', ') }
      log(warned(noted('The keys of the policy # were saved, readable.', policy, details)))
      return paths
    },
  }
}

const keyFileNames = ({ keys }: PolicyView): readonly string[] =>
  keys.filter(({ here }) => here).map(({ keyHash }) => `${keyHash}.skey`)

const named = (name: string): { readonly name?: string } =>
  name.trim() === '' ? {} : { name: name.trim() }
