// The page of a payment link: it opens the checkout for the link's order.
(() => {
  const byId = (id) => document.getElementById(id);
  const statusTexts = {
    paid: 'This link is paid. Thank you.',
    expired: 'This link has expired and can no longer be paid.',
    cancelled: 'This link was cancelled and can no longer be paid.',
  };

  /** Opens the checkout. It does nothing until the link is loaded. */
  let open = () => undefined;

  async function load() {
    const response = await fetch('../checkout/link', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id: location.pathname.split('/').pop() }),
    });
    if (!response.ok) {
      byId('status').textContent = 'There is no such payment link.';
      return;
    }
    const link = await response.json();
    byId('amount').textContent = `₹${(link.amount / 100).toFixed(2)}`;
    byId('description').textContent = link.description ?? '';
    byId('status').textContent = statusTexts[link.status] ?? '';
    byId('pay').hidden = link.status !== 'created';
    open = () =>
      new window.Razorpay({
        key: link.key,
        order_id: link.order_id,
        amount: link.amount,
        currency: link.currency,
        name: 'Payment link',
        description: link.description,
        prefill: link.customer,
        handler: load,
      }).open();
  }

  byId('pay').addEventListener('click', () => open());
  void load();
})();
