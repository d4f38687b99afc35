import { Button, Group } from '@mantine/core'
import { text } from '#renderer/text/en.ts'

/** The end of a dialog that only informs. */
export const CloseBar = ({ onClose }: { readonly onClose: () => void }) => (
  <Group justify="flex-end">
    <Button onClick={onClose} data-autofocus>
      {text.common.close}
    </Button>
  </Group>
)
