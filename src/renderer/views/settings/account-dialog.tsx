import { Box, SegmentedControl, Switch, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { accountCalls } from '#contract/accounts/calls.ts'
import type { AccountView } from '#contract/accounts/account.ts'
import { change } from '#renderer/data/change.ts'
import { useNotices } from '#renderer/stores/notices.ts'
import { withVault } from '#renderer/stores/vault.ts'
import { text } from '#renderer/text/en.ts'
import { DraftDialog } from '../frame/dialog-form.tsx'
import { useDraftForm } from '../use-draft-form.ts'
import { PasswordField } from '#renderer/ui/password-field.tsx'

const words = text.settings.accounts

type Form = Record<'name' | 'baseUrl' | 'appId' | 'apiKey', string> & {
  network: Exclude<AccountView['network'], 'devnet'>
}
const initial: Form = { name: '', baseUrl: '', appId: '', apiKey: '', network: 'mainnet' }
/** Networks of tests, as services name them in their addresses. */
const testAddress = /testnet|preprod|preview/u

const fields = [
  ['name', words.nameHint],
  ['baseUrl', words.baseUrlHint],
  ['appId', words.appIdHint],
] as const

/** Connects a hosted service: its address here, its API key in the vault. */
export const AccountDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const [hasFailed, setHasFailed] = useState(false)
  const [testsFirst, setTestsFirst] = useState(true)
  const form = useDraftForm({
    initial,
    schema: accountCalls['accounts.add'].input,
    inputOf: (typed) => typed,
    submit: async (input) => {
      setHasFailed(false)
      try {
        const added = await withVault(words.reason, () =>
          change('accounts.add', { ...input, testsFirst }),
        )
        useNotices.getState().notify('good', words.added(added.name))
      } catch (error) {
        setHasFailed(true)
        throw error
      }
      onClose()
    },
  })
  const { setValues } = form
  const isTestAddress = testAddress.test(form.values.baseUrl)
  useEffect(() => {
    if (isTestAddress) setValues({ network: 'testnet' })
    // The choice is the user's afterwards.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isTestAddress])
  return (
    <DraftDialog form={form} title={words.addTitle} submit={words.addTitle} onClose={onClose}>
      {fields.map(([field, hint], index) => (
        <TextInput
          key={field}
          label={words[field]}
          description={hint}
          {...form.getInputProps(field)}
          spellCheck={false}
          required
          data-autofocus={index === 0 || undefined}
        />
      ))}
      <PasswordField
        label={words.apiKey}
        description={words.apiKeyHint}
        {...form.getInputProps('apiKey')}
        required
        visibilityToggleButtonProps={{ 'aria-label': words.showApiKey }}
      />
      <div>
        <Box mb={4} fz="sm" fw={500}>
          {words.network}
        </Box>
        <SegmentedControl
          aria-label={words.network}
          data={(['mainnet', 'testnet'] as const).map((value) => ({
            value,
            label: text.common.networks[value],
          }))}
          {...form.getInputProps('network')}
        />
      </div>
      {hasFailed && (
        <Switch
          label={words.untested}
          checked={!testsFirst}
          onChange={(event) => setTestsFirst(!event.currentTarget.checked)}
        />
      )}
    </DraftDialog>
  )
}
