import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { Group } from '@mantine/core'
import type { MintDetails } from '#contract/mints/calls.ts'
import { change } from '#renderer/data/change.ts'
import type { MintRef } from '#renderer/data/minting.ts'
import { fromThisView } from '#renderer/stores/from-this-view.ts'
import { text } from '#renderer/text/en.ts'
import ui from '#renderer/ui/parts.module.css'
import { ActionButton } from '#renderer/views/action-button.tsx'
import { mintNoun } from '../mint-state.tsx'
import { ValidFor } from '../valid-for.tsx'

const words = text.minting.mint.done

/** Builds a mint again whose time ended, with the same tokens and receivers and a new time. */
export const Rebuild = ({
  mint,
  mintRef,
}: {
  readonly mint: MintDetails
  readonly mintRef: MintRef
}) => {
  const [validFor, setValidFor] = useState<string | null>(null)
  const { accountId, collectionId } = mintRef
  return (
    <div className={ui['stack']}>
      <p className={ui['soft']}>{words.rebuildHint(mintNoun(mint))}</p>
      <ValidFor placeholder={words.asBefore} value={validFor} onChange={setValidFor} />
      <Group gap="sm">
        <ActionButton
          leftSection={<RotateCw size={16} aria-hidden />}
          action={async () => {
            const lead = fromThisView()
            const validForSeconds = validFor === null ? null : Number(validFor)
            const made = await change('minting.rebuild', { ...mintRef, validForSeconds })
            const route = { view: 'mint', accountId, collectionId, mintId: made.id } as const
            lead({ route, done: words.rebuilt })
          }}
        >
          {words.rebuild}
        </ActionButton>
      </Group>
    </div>
  )
}
