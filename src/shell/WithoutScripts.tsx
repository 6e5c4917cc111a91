import { brand } from '../../domain/brand.ts';
import { styled } from '../theme/styled.ts';

const Note = styled('div')(({ theme }) => ({
  padding: theme.spacing(2, 2.5),
  borderRadius: 20,
  border: `1px solid ${theme.vars.palette.line}`,
  backgroundColor: theme.vars.palette.tint,
  '& p': { margin: 0 },
  '& a': { color: theme.vars.palette.primary.main, fontWeight: 650, whiteSpace: 'nowrap' },
}));

/** How to reach a person, in the middle of a sentence. */
export const Reach = () => (
  <>
    call <a href={`tel:${brand.contact.phone.replaceAll(' ', '')}`}>{brand.contact.phone}</a> or write to{' '}
    <a href={`mailto:${brand.contact.email}`}>{brand.contact.email}</a>
  </>
);

interface Props {
  /** What does not work, as the beginning of a sentence. */
  what: string;
  className?: string;
}

/** Where a form would be, for visitors whose browser runs no scripts. */
export const WithoutScripts = ({ what, className }: Props) => (
  <noscript>
    <Note {...(className ? { className } : {})}>
      <p>
        <strong>{what} needs JavaScript,</strong> which your browser does not run. Turn it on and load the
        page again, or <Reach />.
      </p>
    </Note>
  </noscript>
);
