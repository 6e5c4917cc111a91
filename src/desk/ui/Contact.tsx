import Link from '@mui/material/Link';

/** An account without an address gets no emails. */
export const Contact = ({ phone, email }: { readonly phone: string; readonly email: string }) => (
  <>
    <Link component="a" href={`tel:${phone}`}>
      {phone}
    </Link>
    <span> </span>
    {email === '' ? (
      <span>has no email address: call before you change the booking</span>
    ) : (
      <Link component="a" href={`mailto:${email}`}>
        {email}
      </Link>
    )}
  </>
);
