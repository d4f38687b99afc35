import { Button } from '@mantine/core'
import { SearchX } from 'lucide-react'
import { text } from '#renderer/text/en.ts'
import { Empty } from '#renderer/ui/page.tsx'

const words = text.events

/** The filters leave nothing of a list that isn't empty. */
export const NoMatches = ({ onClear }: { readonly onClear: () => void }) => (
  <Empty
    icon={<SearchX size={32} aria-hidden />}
    title={words.noneTitle}
    action={
      <Button variant="default" onClick={onClear}>
        {words.clear}
      </Button>
    }
  >
    {words.noneText}
  </Empty>
)
