import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { FieldError } from '#shared/calls/collections.ts'
import { call, errorInfoOf } from '#renderer/bridge.ts'
import { useAccounts } from '#renderer/stores/accounts.ts'
import { useNavigation } from '#renderer/stores/navigation.ts'
import { useNewCollection } from '#renderer/stores/new-collection.ts'
import { useNotices } from '#renderer/stores/notices.ts'
import { withVault } from '#renderer/stores/vault.ts'
import { text } from '#renderer/text/en.ts'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { Page } from '#renderer/ui/page.tsx'
import { AboutSection } from './new/about-section.tsx'
import { type FormErrors, errorsOf } from './new/form-errors.ts'
import type { FieldOf } from './new/field.ts'
import { formOf } from './new/form-of.ts'
import { PolicySection } from './new/policy-section.tsx'
import { PreviewPanel } from './new/preview-panel.tsx'
import { SendKeysDialog } from './new/send-keys-dialog.tsx'
import { RoyaltySection, SellingSection } from './new/royalty-section.tsx'
import { TemplateSection } from './new/template-section.tsx'
import { useCheck } from './new/use-check.ts'
import styles from './new-collection.module.css'
import ui from '#renderer/ui/parts.module.css'

const words = text.collections.new

/** The form of a new collection, with what its tokens would have on chain beside it. */
export const NewCollectionView = () => {
  const { accounts, chosen } = useAccounts()
  const { draft, touched, wasTried, touch, clear } = useNewCollection()
  const wanted = draft.accountId ?? chosen
  const account = accounts.find(({ id }) => id === wanted) ?? accounts[0]
  const check = useCheck(account?.id ?? wanted, draft)
  const errors = errorsOf(draft, check.errors)
  const form = useRef<HTMLFormElement>(null)
  const { busy, error, send, sendingKeys } = useSend(account?.id ?? wanted, check.checkNow, form)
  if (account === undefined) return <Page title={words.title}>{null}</Page>
  const fieldOf: FieldOf = (field) => ({
    error: wasTried || touched.has(field) ? errors.byField.get(field) : undefined,
    onBlur: () => touch(field),
  })
  return (
    <Page
      fixed
      title={words.title}
      lead={words.lead}
      actions={
        <Button variant="subtle" onClick={clear}>
          {words.clear}
        </Button>
      }
    >
      <form
        ref={form}
        className={ui['fill']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <div className={`${ui['scroll']} ${styles['scroll']}`}>
          <div className={`${ui['columns']} ${styles['columns']}`}>
            <div className={`${ui['sections']} ${styles['sections']}`}>
              <AboutSection accounts={accounts} account={account} fieldOf={fieldOf} />
              <TemplateSection fieldOf={fieldOf} />
              <PolicySection account={account} fieldOf={fieldOf} />
              <RoyaltySection fieldOf={fieldOf} />
              <SellingSection fieldOf={fieldOf} />
            </div>
            <PreviewPanel account={account} />
          </div>
        </div>
        <FormEnd errors={wasTried ? errors : undefined} error={error ?? check.error} busy={busy} />
      </form>
      {sendingKeys !== undefined && <SendKeysDialog account={account} {...sendingKeys} />}
    </Page>
  )
}

/** Sends the form: checks it once more, opens the vault when that is needed, then shows what came. */
const useSend = (
  accountId: string,
  checkNow: () => Promise<readonly FieldError[]>,
  form: React.RefObject<HTMLFormElement | null>,
) => {
  const { draft, markTried, clear } = useNewCollection()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const [invalidAttempts, setInvalidAttempts] = useState(0)
  const [isAsking, setIsAsking] = useState(false)
  useEffect(() => {
    if (invalidAttempts > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [invalidAttempts, form])
  const create = async (given: { readonly passphrase?: string }) => {
    const made = await withVault(words.reason, () =>
      call('collections.create', { accountId, form: formOf(draft), ...given }),
    )
    clear()
    useNotices.getState().notify('good', words.created(made.name))
    // In the form's place: going back leads to the list, not to an empty form.
    useNavigation.setState({ route: { view: 'collection', accountId, collectionId: made.id } })
  }
  const send = async () => {
    if (busy) return
    setBusy(true)
    setError(undefined)
    markTried()
    try {
      const { byField, others } = errorsOf(draft, await checkNow())
      if (byField.size + others.length > 0) return setInvalidAttempts((count) => count + 1)
      const { policy } = formOf(draft)
      if (policy.kind === 'vault' && policy.sendKeysTo !== null) return setIsAsking(true)
      await create({})
    } catch (error) {
      const { code, message } = errorInfoOf(error)
      if (code !== 'cancelled') setError(message)
    } finally {
      setBusy(false)
    }
  }
  const sendingKeys = isAsking
    ? {
        onSend: (passphrase: string) => create({ passphrase }),
        onClose: () => setIsAsking(false),
      }
    : undefined
  return { busy, error, send, sendingKeys }
}

const FormEnd = ({
  errors,
  error,
  busy,
}: {
  readonly errors: FormErrors | undefined
  readonly error: string | undefined
  readonly busy: boolean
}) => {
  const { back } = useNavigation()
  const count = errors === undefined ? 0 : errors.byField.size
  return (
    <footer className={ui['end']}>
      {error !== undefined && <ErrorAlert message={error} />}
      {errors?.others.map((message) => (
        <ErrorAlert key={message} message={message} />
      ))}
      <div className={ui['endRow']}>
        <div className={ui['endErrors']} role="status">
          {count > 0 && words.errorCount(count)}
        </div>
        <Button variant="default" onClick={back}>
          {text.common.cancel}
        </Button>
        <Button type="submit" loading={busy}>
          {words.create}
        </Button>
      </div>
    </footer>
  )
}
