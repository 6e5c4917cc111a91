import CircularProgress from '@mui/material/CircularProgress';
import Pagination from '@mui/material/Pagination';
import PaginationItem from '@mui/material/PaginationItem';
import { styled } from '@mui/material/styles';
import { ChevronLeftIcon, ChevronRightIcon } from '../../ui/icons/pages.tsx';
import { pagePath } from './pagePath.ts';

const Bar = styled(Pagination)(({ theme }) => ({
  marginBlockStart: theme.spacing(6),
  '& .MuiPagination-ul': { justifyContent: 'center', gap: theme.spacing(0.75) },
}));

const Item = styled(PaginationItem)(({ theme }) => ({
  minWidth: 48,
  height: 48,
  margin: 0,
  borderRadius: 24,
  fontSize: theme.typography.body1.fontSize,
  fontWeight: 650,
  fontVariantNumeric: 'tabular-nums',
  '&.MuiPaginationItem-ellipsis': { display: 'grid', placeItems: 'center' },
  '& .MuiPaginationItem-icon': { fontSize: '1.375rem' },
  '&[href]': {
    border: `1.5px solid ${theme.vars.palette.outline}`,
    '&:hover': { borderColor: theme.vars.palette.primary.main, backgroundColor: theme.vars.palette.tint },
    '&.Mui-selected, &.Mui-selected:hover': {
      borderColor: theme.vars.palette.primary.main,
      backgroundColor: theme.vars.palette.primary.main,
      color: theme.vars.palette.primary.contrastText,
    },
  },
  '&.Mui-disabled': { color: theme.vars.palette.text.disabled },
})) as typeof PaginationItem;

const icons = { previous: ChevronLeftIcon, next: ChevronRightIcon };
const names: Readonly<Record<string, string>> = { previous: 'Previous page', next: 'Next page' };

interface Props {
  total: number;
  currentPage: number;
  loadingPage: number | null;
}

/** Each page has a URL, so that Back, reload and sharing work. */
export const Pager = ({ total, currentPage, loadingPage }: Props) => (
  <Bar
    aria-label="Pages of the blog"
    count={total}
    page={currentPage}
    getItemAriaLabel={(type, page) => names[type] ?? `Page ${page}`}
    renderItem={({ page, disabled, ...item }) => (
      <Item
        {...item}
        slots={icons}
        disabled={disabled}
        {...(disabled
          ? { component: 'span', role: 'link' }
          : {
              href: pagePath(page ?? 1),
              page: (
                <span>
                  {page === loadingPage && item.type === 'page' ? (
                    <CircularProgress aria-hidden="true" />
                  ) : (
                    page
                  )}
                </span>
              ),
            })}
      />
    )}
  />
);
