import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { type CollectionForm, collectionForm } from '#contract/collections/calls.ts'
import { anyRecord } from '#values/bounds/bounded.ts'
import { call } from '#renderer/bridge.ts'
import { change } from '#renderer/data/change.ts'
import { useAccounts } from '#renderer/stores/accounts.ts'
import { newCollectionForm } from '#renderer/stores/drafts.ts'
import { fromThisView, type Lead } from '#renderer/stores/from-this-view.ts'
import { useNavigation } from '#renderer/stores/navigation.ts'
import { importRoute } from '#renderer/stores/opened.ts'
import type { Route } from '#renderer/stores/routes.ts'
import { withVault } from '#renderer/stores/vault.ts'
import { text } from '#renderer/text/en.ts'
import { FormPage } from '#renderer/ui/form-page.tsx'
import { Page } from '#renderer/ui/page.tsx'
import { useDraftForm } from '../use-draft-form.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { CollectionBasicsSection, PayoutSection } from './new/about-section.tsx'
import { ArtworkSection } from './new/artwork-section.tsx'
import { type CollectionDraft, startingDraft } from './new/draft.ts'
import { FoldedSections } from './new/folded-sections.tsx'
import { collectionErrorsOf } from './new/form-errors.ts'
import { collectionFormOf } from './new/form-of.ts'
import { PreviewPanel } from './new/preview-panel.tsx'
import { SendKeysDialog } from './new/send-keys-dialog.tsx'

const words = text.collections.new

/** The form of a new collection: its pictures first, and one of them as a wallet will show it. */
export const NewCollectionView = ({ route }: { readonly route: Route<'new-collection'> }) => {
  const { accounts } = useAccounts()
  const { back } = useNavigation()
  const { form, account, testWallet, sendingKeys } = useNewCollection()
  if (account === undefined) return <Page title={words.title}>{null}</Page>
  return (
    <Page
      fixed
      title={words.title}
      lead={words.lead}
      actions={
        <Button variant="subtle" onClick={form.clear}>
          {words.clear}
        </Button>
      }
    >
      <FormPage
        form={form}
        submit={words.create}
        aside={<PreviewPanel key={form.values.proposal?.id} account={account} form={form} />}
        end={
          <Button variant="default" onClick={back}>
            {text.common.cancel}
          </Button>
        }
      >
        <ArtworkSection form={form} given={route} />
        <CollectionBasicsSection
          accounts={accounts}
          account={account}
          testWallet={testWallet}
          form={form}
        />
        <PayoutSection account={account} form={form} />
        <FoldedSections account={account} form={form} />
      </FormPage>
      {sendingKeys !== undefined && <SendKeysDialog account={account} {...sendingKeys} />}
    </Page>
  )
}

/** The folder that a collection was proposed from is imported next. */
const afterCreation = (
  collectionRef: { readonly accountId: string; readonly collectionId: string },
  source: CollectionDraft['source'],
): Route =>
  source === null ? { view: 'collection', ...collectionRef } : importRoute(collectionRef, source)

/** Creates the collection: unlocks the vault if necessary, then shows the result. */
const useNewCollection = () => {
  const { accounts, chosen } = useAccounts()
  const accountOf = ({ accountId = chosen }: CollectionDraft) =>
    accounts.find(({ id }) => id === accountId) ?? accounts[0]
  const testWallet = useTestWallet()
  const [toSend, setToSend] = useState<CollectionForm>()
  const form = useDraftForm({
    initial: startingDraft(testWallet),
    draftKey: newCollectionForm,
    // The check finds what the schema of the request refuses, together with what only it can know.
    schema: anyRecord,
    inputOf: collectionFormOf,
    check: (input, values) =>
      call('collections.check', { accountId: accountOf(values)?.id ?? chosen, form: input }),
    errorsOf: collectionErrorsOf,
    submit: async (draft, lead) => {
      const input = collectionForm.parse(draft)
      const { policy } = input
      if (policy.kind === 'vault' && policy.sendKeysTo !== null) return setToSend(input)
      await create(input, {}, lead)
    },
  })
  const account = accountOf(form.values)
  const isPractice = account?.chain === 'devnet'
  const { begin, getValues } = form
  useEffect(() => {
    if (isPractice && testWallet !== '' && getValues().payout_address === '')
      begin({ payout_address: testWallet })
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isPractice, testWallet])
  const accountId = account?.id ?? chosen
  const create = async (
    input: CollectionForm,
    given: { readonly passphrase?: string },
    lead: Lead,
  ) => {
    const made = await withVault(words.reason, () =>
      change('collections.create', { accountId, form: input, ...given }),
    )
    const { source } = form.values
    form.clear()
    lead({
      route: afterCreation({ accountId, collectionId: made.id }, source),
      done: words.created(made.name),
      // Going back leads to the list.
      replaces: true,
    })
  }
  const sendingKeys = toSend && {
    onSend: (passphrase: string) => create(toSend, { passphrase }, fromThisView()),
    onClose: () => setToSend(undefined),
  }
  return { form, account, testWallet, sendingKeys }
}

/** Who is paid on the devnet unless somebody types another address; empty until it is known. */
const useTestWallet = (): string => {
  const devnet = useAccounts().accounts.find(({ chain }) => chain === 'devnet')
  const { data } = useCall('accounts.testAddress', devnet && { accountId: devnet.id })
  return data?.address ?? ''
}
