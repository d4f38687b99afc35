import { Select } from '@mantine/core'
import { useState } from 'react'
import { change } from '#renderer/data/change.ts'
import type { CollectionRef } from '#renderer/data/minting.ts'
import { useNotices } from '#renderer/stores/notices.ts'
import { withVault } from '#renderer/stores/vault.ts'
import { text } from '#renderer/text/en.ts'
import { DialogForm } from '../frame/dialog-form.tsx'
import { durations } from '../minting/form/form-of.ts'

const words = text.sales.rounds

/** Asks how long the signing request is to be valid, and builds it. */
export const BuildRoundDialog = ({
  collectionRef,
  count,
  onClose,
}: {
  readonly collectionRef: CollectionRef
  /** How many sales wait. */
  readonly count: number
  readonly onClose: () => void
}) => {
  const [validFor, setValidFor] = useState<(typeof durations)[number]>('86400')
  const build = async () => {
    await withVault(words.buildReason, () =>
      change('sales.buildRound', { ...collectionRef, validForSeconds: Number(validFor) }),
    )
    onClose()
    useNotices.getState().notify('good', words.built)
  }
  return (
    <DialogForm
      title={words.buildTitle(count)}
      submit={words.submit}
      onSubmit={build}
      onClose={onClose}
    >
      <div>{words.buildText}</div>
      <Select
        label={words.validFor}
        description={words.validForHint}
        data={durations.map((value) => ({ value, label: text.minting.form.durations[value] }))}
        allowDeselect={false}
        value={validFor}
        onChange={(value) => {
          const chosen = durations.find((duration) => duration === value)
          if (chosen !== undefined) setValidFor(chosen)
        }}
        maw="var(--field-md)"
      />
    </DialogForm>
  )
}
