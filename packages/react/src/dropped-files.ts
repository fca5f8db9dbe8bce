/** The files of a drop or a paste, without folders, which a browser gives as files that cannot be read. */
export function filesOf(data: DataTransfer | null): File[] {
  const items = [...(data?.items ?? [])];
  if (items.length === 0) return [...(data?.files ?? [])];
  return items.flatMap((item) => {
    const isFolder = item.webkitGetAsEntry?.()?.isDirectory === true;
    return item.kind === 'file' && !isFolder ? (item.getAsFile() ?? []) : [];
  });
}

export const hasFiles = (data: DataTransfer | null): boolean => data?.types.includes('Files') === true;
