import { TextInput, type TextInputProps } from '@mantine/core'
import { Search } from 'lucide-react'

/** The search of a view or a dialog: the command that searches the view finds it by its mark. */
export const SearchField = ({
  iconSize = 16,
  ...props
}: { readonly iconSize?: 14 | 16 } & Omit<TextInputProps, 'leftSection' | 'type'>) => (
  <TextInput
    {...props}
    type="search"
    data-search-field
    leftSection={<Search size={iconSize} aria-hidden />}
  />
)
