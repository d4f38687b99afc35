import { Button } from '@mantine/core'
import { text } from '#renderer/text/en.ts'
import { DialogButtons } from '#renderer/ui/dialog.tsx'

/** The end of a dialog that only informs. */
export const CloseBar = ({ onClose }: { readonly onClose: () => void }) => (
  <DialogButtons>
    <Button onClick={onClose} data-autofocus>
      {text.common.close}
    </Button>
  </DialogButtons>
)
